import { assign } from "./assign.ts";
import { sameWords } from "./same.ts";
import { type Named, type Seen, scoreAmong } from "./score.ts";

/** Which name an observed operation may have. */
export interface Candidate {
  seen: Seen;
  named: Named;
  score: number;
  /** Whether name and path say the same, word for word. If not, the name is the closest, and no more is known. */
  sameWords: boolean;
  /** The names that come next, best first. */
  others: Named[];
}

/** Below this, nothing speaks for a name. */
const least = 0.25;

/** Assigns names to operations, so that the whole is best. Each name belongs to one operation at most. */
export function match(
  names: readonly Named[],
  all: readonly Seen[],
  isRejected: (named: Named, seen: Seen) => boolean = () => false,
): Candidate[] {
  const score = scoreAmong(names, all);
  const same = sameWords(names, all, isRejected);
  const values = all.map((seen) => names.map((named) => (isRejected(named, seen) ? 0 : score(named, seen))));
  // Squared, so that one good pair is worth more than two middling ones. The same words are worth more than any score.
  const worth = (value: number, isSame: boolean) => (isSame ? 1 : 0) + value ** 2 - least ** 2;
  const columns = assign(
    values.map((row, index) =>
      row.map((value, column) => worth(value, same.get(all[index] as Seen) === names[column])),
    ),
  );
  return all.flatMap((seen, row) => {
    const own = values[row] ?? [];
    const column = columns[row];
    const named = column === undefined ? undefined : names[column];
    if (column === undefined || named === undefined) return [];
    const others = names
      .map((other, index) => ({ other, value: own[index] ?? 0 }))
      .filter(({ other, value }) => other !== named && value >= least)
      .sort((one, two) => two.value - one.value)
      .slice(0, 3)
      .map(({ other }) => other);
    return [{ seen, named, score: own[column] ?? 0, sameWords: same.get(seen) === named, others }];
  });
}
