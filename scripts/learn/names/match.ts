import { assign } from "./assign.ts";
import { sameWords } from "./same.ts";
import { type Named, type Seen, scoreAmong } from "./score.ts";

/** Which name an observed operation may have. */
export interface Candidate {
  seen: Seen;
  named: Named;
  /** Whether name and path say the same, word for word. If not, the name is the closest, and no more is known. */
  sameWords: boolean;
  /** The names that come next, best first. */
  others: Named[];
}

/** Below this, nothing supports a name. */
const least = 0.25;

/** Gives names to operations, so that the whole is best. Each name belongs to one operation at most. */
export function match(
  names: readonly Named[],
  all: readonly Seen[],
  isRejected: (named: Named, seen: Seen) => boolean = () => false,
): Candidate[] {
  const same = sameWords(names, all, isRejected);
  const scoreOf = scoreAmong(names, all);
  const scores = all.map((seen) => names.map((named) => (isRejected(named, seen) ? 0 : scoreOf(named, seen))));
  // Squared, so that one good pair is worth more than two middling ones. The same words are worth more than any score.
  const worths = all.map((seen, row) =>
    names.map((named, column) => (same.get(seen) === named ? 1 : 0) + (scores[row]?.[column] ?? 0) ** 2 - least ** 2),
  );
  const columns = assign(worths);
  return all.flatMap((seen, row) => {
    const named = names[columns[row] ?? -1];
    if (!named) return [];
    const others = names
      .map((other, column) => ({ other, score: scores[row]?.[column] ?? 0 }))
      .filter(({ other, score }) => other !== named && score >= least)
      .sort((one, another) => another.score - one.score);
    return [{ seen, named, sameWords: same.get(seen) === named, others: others.slice(0, 3).map(({ other }) => other) }];
  });
}
