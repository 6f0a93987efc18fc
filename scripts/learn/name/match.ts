import { type IndexEntry, type NameReading, type ObservedOperation, type PathReading, readWords } from "./readings.ts";
import { findSameWords } from "./same.ts";
import { isMethodPossible, scoreMatch } from "./score.ts";

/** An observed operation and the index entry that it may be. */
export interface Candidate<Entry = IndexEntry, Operation = ObservedOperation> {
  operation: Operation;
  entry: Entry;
  /** Whether name and path have the same words. If not, the name is only the closest. */
  hasSameWords: boolean;
  /** The next best entries, best first. */
  rivals: Entry[];
}

/** A path and a name that may be its own. */
interface Pair {
  path: PathReading;
  name: NameReading;
  score: number;
}

/** A name with a lower score has no support. */
const minScore = 0.28;

/** Matches operations with index entries, one to one: first those that fit each other better than any others. */
export function matchNames<Entry extends IndexEntry, Operation extends ObservedOperation>(
  entries: readonly Entry[],
  operations: readonly Operation[],
  isRejected: (entry: Entry, operation: Operation) => boolean = () => false,
): Candidate<Entry, Operation>[] {
  const { names, paths } = readWords(entries, operations);
  const isPossible = ({ entry }: NameReading<Entry>, { operation }: PathReading<Operation>) =>
    isMethodPossible(entry, operation.method) && !isRejected(entry, operation);
  const sameNames = findSameWords(names, paths, isPossible);
  const possiblePairs = paths.flatMap((path) =>
    names.flatMap((name) => {
      // The same words are worth more than any score.
      const score = scoreMatch(name, path) + (sameNames.get(path) === name ? 1 : 0);
      return score > 0 && isPossible(name, path) ? { path, name, score } : [];
    }),
  );
  const pairs = withAreas(possiblePairs).filter(({ score }) => score >= minScore);
  const parts = partsOf(pairs);
  const takenItems = new Set<unknown>();
  const matches = pairs
    .toSorted((a, b) => (parts.get(b) ?? 0) - (parts.get(a) ?? 0))
    .filter(({ path, name }) => !takenItems.has(path) && !takenItems.has(name) && takenItems.add(path).add(name));
  return pairs
    .filter((pair) => matches.includes(pair))
    .map(({ path, name }) => {
      const rivals = pairs.filter((pair) => pair.path === path && pair.name !== name).sort((a, b) => b.score - a.score);
      return {
        operation: path.operation,
        entry: name.entry,
        hasSameWords: sameNames.get(path) === name,
        rivals: rivals.slice(0, 3).map((rival) => rival.name.entry),
      };
    });
}

/** Returns each pair's part of all pairs of its path and of its name: a good score is worth less if others are as good. */
function partsOf(pairs: readonly Pair[]): Map<Pair, number> {
  const weightOf = ({ score }: Pair) => (score < minScore ? 0 : Math.exp(score / 0.15));
  const pathSums = sumBy(pairs, ({ path }) => path, weightOf);
  const nameSums = sumBy(pairs, ({ name }) => name, weightOf);
  const partOf = (pair: Pair) => weightOf(pair) ** 2 / (pathSums.get(pair.path) || 1) / (nameSums.get(pair.name) || 1);
  return new Map(pairs.map((pair) => [pair, partOf(pair)]));
}

/**
 * Adds to each score the share of the name's area in the names of all paths with the same start. Names of one area belong
 * to paths with one start, even if that start has other words than the area.
 */
function withAreas<Item extends Pair>(pairs: readonly Item[]): Item[] {
  const parts = partsOf(pairs);
  const startOf = ({ path }: Pair) => `${path.words.slice(0, 2)}`;
  const areaOf = (pair: Pair) => `${startOf(pair)} ${pair.name.entry.area}`;
  const [startSums, areaSums] = [startOf, areaOf].map((keyOf) => sumBy(pairs, keyOf, (pair) => parts.get(pair) ?? 0));
  return pairs.map((pair) => {
    const share = (areaSums?.get(areaOf(pair)) ?? 0) / (startSums?.get(startOf(pair)) || 1);
    return { ...pair, score: pair.score + 0.2 * share };
  });
}

function sumBy(pairs: readonly Pair[], keyOf: (pair: Pair) => unknown, numberOf: (pair: Pair) => number) {
  const sums = new Map<unknown, number>();
  for (const pair of pairs) sums.set(keyOf(pair), (sums.get(keyOf(pair)) ?? 0) + numberOf(pair));
  return sums;
}
