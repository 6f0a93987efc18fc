import { munkres } from "munkres";
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

/** A name with a lower score has no support. */
const minScore = 0.28;

/** Matches operations with index entries, one to one, so that they fit best as a whole. */
export function matchNames<Entry extends IndexEntry, Operation extends ObservedOperation>(
  entries: readonly Entry[],
  operations: readonly Operation[],
  isRejected: (entry: Entry, operation: Operation) => boolean = () => false,
): Candidate<Entry, Operation>[] {
  const { names, paths } = readWords(entries, operations);
  const isPossible = ({ entry }: NameReading<Entry>, { operation }: PathReading<Operation>) =>
    isMethodPossible(entry, operation.method) && !isRejected(entry, operation);
  const sameNames = findSameWords(names, paths, isPossible);
  const scores = paths.map((path) => names.map((name) => (isPossible(name, path) ? scoreMatch(name, path) : 0)));
  // A pair counts by its part of all pairs of the operation, and of the name: a good score is worth less if others are as
  // good. The same words are worth more than any score.
  const partsOf = (scores: readonly (readonly number[])[]) => {
    const weights = paths.map((path, row) =>
      names.map((name, column) => {
        const worth = (sameNames.get(path) === name ? 1 : 0) + (scores[row]?.[column] ?? 0);
        return worth < minScore ? 0 : Math.exp(worth / 0.15);
      }),
    );
    const sums = names.map((_, column) => sumOf(weights.map((row) => row[column] ?? 0)));
    return weights.map((row) => {
      const rowSum = sumOf(row);
      return row.map((weight, column) => (weight === 0 ? 0 : (weight * weight) / rowSum / (sums[column] ?? 0)));
    });
  };
  const shareOf = sumAreas(names, paths, partsOf(scores));
  const finalScores = scores.map((row, index) =>
    row.map((score, column) => score && score + 0.2 * shareOf(paths[index], names[column])),
  );
  const costs = partsOf(finalScores).map((row) => row.map((part) => -part));
  const pairs = munkres(costs).sort(([row], [otherRow]) => row - otherRow);
  return pairs.flatMap(([row, column]) => {
    const [path, name] = [paths[row], names[column]];
    if (!path || !name || costs[row]?.[column] === 0) return [];
    const rivals = names
      .map(({ entry }, column) => ({ entry, score: finalScores[row]?.[column] ?? 0 }))
      .filter(({ entry, score }) => entry !== name.entry && score >= minScore)
      .sort((a, b) => b.score - a.score);
    return [
      {
        operation: path.operation,
        entry: name.entry,
        hasSameWords: sameNames.get(path) === name,
        rivals: rivals.slice(0, 3).map(({ entry }) => entry),
      },
    ];
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Creates the function that returns the share of a name's area in the names of the paths with the same start as a path.
 * Names of one area belong to paths with one start, even if that start has other words than the area.
 */
function sumAreas(names: readonly NameReading[], paths: readonly PathReading[], parts: readonly (readonly number[])[]) {
  const sums = new Map<string, number>();
  const add = (key: string, part: number) => sums.set(key, (sums.get(key) ?? 0) + part);
  const startOf = (path: PathReading | undefined) => `${path?.words.slice(0, 2)}`;
  for (const [row, path] of paths.entries()) {
    for (const [column, { entry }] of names.entries()) {
      add(startOf(path), parts[row]?.[column] ?? 0);
      add(`${startOf(path)} ${entry.area}`, parts[row]?.[column] ?? 0);
    }
  }
  return (path: PathReading | undefined, name: NameReading | undefined): number =>
    (sums.get(`${startOf(path)} ${name?.entry.area}`) ?? 0) / (sums.get(startOf(path)) || 1);
}
