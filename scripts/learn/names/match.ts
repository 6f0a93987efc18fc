import { munkres } from "munkres";
import { findSameWords } from "./same.ts";
import { createScore, type IndexEntry, type ObservedOperation, verbs } from "./score.ts";
import { splitWords } from "./words.ts";

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
  const readings = entries.map((entry) => ({ ...entry, entry, name: putVerbFirst(entry.name) }));
  const exactMatches = findSameWords(readings, operations, ({ entry }, operation) => isRejected(entry, operation));
  const scoreOf = createScore(readings, operations);
  const scores = operations.map((operation) =>
    readings.map((reading) => (isRejected(reading.entry, operation) ? 0 : scoreOf(reading, operation))),
  );
  // A pair counts by its part of all pairs of the operation, and of the name: a good score is worth less if others are as
  // good. The same words are worth more than any score.
  const weights = operations.map((operation, row) =>
    entries.map((entry, column) => {
      const worth = (exactMatches.get(operation)?.entry === entry ? 1 : 0) + (scores[row]?.[column] ?? 0);
      return worth < minScore ? 0 : Math.exp(worth / 0.15);
    }),
  );
  const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const sums = entries.map((_, column) => sumOf(weights.map((row) => row[column] ?? 0)));
  const costs = weights.map((row) => {
    const rowSum = sumOf(row);
    return row.map((weight, column) => (weight === 0 ? 0 : (-weight * weight) / rowSum / (sums[column] ?? 0)));
  });
  const pairs = munkres(costs).sort(([row], [otherRow]) => row - otherRow);
  return pairs.flatMap(([row, column]) => {
    const [operation, entry] = [operations[row], entries[column]];
    if (!operation || !entry || costs[row]?.[column] === 0) return [];
    const rivals = entries
      .map((rival, column) => ({ rival, score: scores[row]?.[column] ?? 0 }))
      .filter(({ rival, score }) => rival !== entry && score >= minScore)
      .sort((a, b) => b.score - a.score);
    const hasSameWords = exactMatches.get(operation)?.entry === entry;
    return [{ operation, entry, hasSameWords, rivals: rivals.slice(0, 3).map(({ rival }) => rival) }];
  });
}

/** Returns "List routes" for "Routes list" and for "Get a list of routes". */
function putVerbFirst(name: string): string {
  const plainName = name.replace(/^\w+ (an? |the )?list of /i, "List ");
  const words = plainName.split(" ");
  const [firstVerb, lastVerb] = [words[0], words.at(-1)].map((word) => splitWords(word ?? "").join(" "));
  const isVerbLast = verbs.has(lastVerb ?? "") && !verbs.has(firstVerb ?? "");
  return isVerbLast ? [words.at(-1), ...words.slice(0, -1)].join(" ") : plainName;
}
