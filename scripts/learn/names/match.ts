import { munkres } from "munkres";
import { findSameWords } from "./same.ts";
import { createScore, type IndexEntry, type ObservedOperation } from "./score.ts";

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
const minScore = 0.25;

/** Matches operations with index entries, one to one, so that the sum of their squared scores is greatest. */
export function matchNames<Entry extends IndexEntry, Operation extends ObservedOperation>(
  entries: readonly Entry[],
  operations: readonly Operation[],
  isRejected: (entry: Entry, operation: Operation) => boolean = () => false,
): Candidate<Entry, Operation>[] {
  const exactMatches = findSameWords(entries, operations, isRejected);
  const scoreOf = createScore(entries, operations);
  const scores = operations.map((operation) =>
    entries.map((entry) => (isRejected(entry, operation) ? 0 : scoreOf(entry, operation))),
  );
  // Squares make one good pair worth more than two middling pairs. The same words are worth more than any score.
  const costs = operations.map((operation, row) =>
    entries.map((entry, column) => {
      const worth = (exactMatches.get(operation) === entry ? 1 : 0) + (scores[row]?.[column] ?? 0) ** 2;
      return Math.min(0, minScore ** 2 - worth);
    }),
  );
  const pairs = munkres(costs).sort(([row], [otherRow]) => row - otherRow);
  return pairs.flatMap(([row, column]) => {
    const [operation, entry] = [operations[row], entries[column]];
    if (!operation || !entry || costs[row]?.[column] === 0) return [];
    const rivals = entries
      .map((rival, column) => ({ rival, score: scores[row]?.[column] ?? 0 }))
      .filter(({ rival, score }) => rival !== entry && score >= minScore)
      .sort((a, b) => b.score - a.score);
    const hasSameWords = exactMatches.get(operation) === entry;
    return [{ operation, entry, hasSameWords, rivals: rivals.slice(0, 3).map(({ rival }) => rival) }];
  });
}
