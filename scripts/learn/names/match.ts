import { assign } from "./assign.ts";
import { type Named, type Pair, type Seen, scoreAmong } from "./score.ts";

/** Which name an observed operation may have. */
export interface Candidate {
  seen: Seen;
  named: Named;
  score: number;
  /** The distance to the best other name of this operation, or other operation of this name. */
  margin: number;
  /** Whether the margin earns it. */
  sure: boolean;
  /** The names that come next, best first. */
  others: Named[];
}

/** Below this, nothing speaks for a name. */
const least = 0.2;
const power = 2;
/** What it takes to be sure; measured on the names and paths of several public APIs. */
const surely = { score: 0.55, margin: 0.15 };

/** One assignment for all: each name to the operation that makes the whole best, or to none. */
export function match(
  names: readonly Named[],
  all: readonly Seen[],
  known: readonly Pair[] = [],
  isRejected: (named: Named, seen: Seen) => boolean = () => false,
): Candidate[] {
  const score = scoreAmong(
    [...names, ...known.map(([named]) => named)],
    [...all, ...known.map(([, seen]) => seen)],
    known,
  );
  const values = all.map((seen) => names.map((named) => (isRejected(named, seen) ? 0 : score(named, seen))));
  // Squared, so that one good pair is worth more than two middling ones.
  const { columns, regret } = assign(values.map((row) => row.map((value) => value ** power - least ** power)));
  return all.flatMap((seen, row) => {
    const own = values[row] ?? [];
    const column = columns[row];
    const named = column === undefined ? undefined : names[column];
    if (column === undefined || named === undefined) return [];
    const others = names
      .map((other, at) => ({ other, value: own[at] ?? 0 }))
      .filter(({ other, value }) => other !== named && value > 0)
      .sort((one, two) => two.value - one.value)
      .slice(0, 3)
      .map(({ other }) => other);
    const margin = regret(row);
    const value = own[column] ?? 0;
    return [{ seen, named, score: value, margin, sure: value >= surely.score && margin >= surely.margin, others }];
  });
}
