import { munkres } from "munkres";
import { findSameWords } from "./same.ts";
import { createPathReader, createScore, type IndexEntry, type ObservedOperation, verbs } from "./score.ts";
import { createSeparator, splitWords } from "./words.ts";

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
  const separate = createSeparator([
    ...entries.flatMap(({ area, name }) => [area, name]),
    ...operations.flatMap(({ path }) => path.split("/").filter((segment) => !segment.includes("{"))),
  ]);
  const readings = entries.map((entry) => ({
    ...entry,
    entry,
    area: separate(entry.area),
    name: simplifyName(separate(entry.name)),
  }));
  const observations = operations.map((operation) => ({
    ...operation,
    operation,
    path: operation.path.replace(/\.(json|xml)$/, "").replace(/[^/{}]+(?=\/|$)/g, separate),
  }));
  const exactMatches = findSameWords(readings, observations, ({ entry }, { operation }) =>
    isRejected(entry, operation),
  );
  const scoreOf = createScore(readings, observations);
  const scores = observations.map((observation) =>
    readings.map((reading) => (isRejected(reading.entry, observation.operation) ? 0 : scoreOf(reading, observation))),
  );
  // A pair counts by its part of all pairs of the operation, and of the name: a good score is worth less if others are as
  // good. The same words are worth more than any score.
  const partsOf = (scores: readonly (readonly number[])[]) => {
    const weights = observations.map((observation, row) =>
      entries.map((entry, column) => {
        const worth = (exactMatches.get(observation)?.entry === entry ? 1 : 0) + (scores[row]?.[column] ?? 0);
        return worth < minScore ? 0 : Math.exp(worth / 0.15);
      }),
    );
    const sums = entries.map((_, column) => sumOf(weights.map((row) => row[column] ?? 0)));
    return weights.map((row) => {
      const rowSum = sumOf(row);
      return row.map((weight, column) => (weight === 0 ? 0 : (weight * weight) / rowSum / (sums[column] ?? 0)));
    });
  };
  const areaShares = findAreaShares(entries, observations, partsOf(scores));
  for (const [row, shares] of areaShares.entries())
    scores[row] = (scores[row] ?? []).map((score, column) => (score === 0 ? 0 : score + 0.1 * (shares[column] ?? 0)));
  const costs = partsOf(scores).map((row) => row.map((part) => -part));
  const pairs = munkres(costs).sort(([row], [otherRow]) => row - otherRow);
  return pairs.flatMap(([row, column]) => {
    const [observation, entry] = [observations[row], entries[column]];
    if (!observation || !entry || costs[row]?.[column] === 0) return [];
    const rivals = entries
      .map((rival, column) => ({ rival, score: scores[row]?.[column] ?? 0 }))
      .filter(({ rival, score }) => rival !== entry && score >= minScore)
      .sort((a, b) => b.score - a.score);
    const hasSameWords = exactMatches.get(observation)?.entry === entry;
    return [
      { operation: observation.operation, entry, hasSameWords, rivals: rivals.slice(0, 3).map(({ rival }) => rival) },
    ];
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/**
 * Returns for each operation and entry the share of the entry's area in the names of the other paths with the same start.
 * Names of one area belong to paths with one start, even if that start has other words than the area.
 */
function findAreaShares(
  entries: readonly IndexEntry[],
  operations: readonly ObservedOperation[],
  parts: readonly (readonly number[])[],
): number[][] {
  const pathWordsOf = createPathReader(operations);
  const starts = operations.map((operation) => {
    const [first, second] = pathWordsOf(operation);
    return `${first?.word} ${second?.word}`;
  });
  return operations.map((_, row) => {
    const sums = new Map<string, number>();
    for (const [otherRow, otherParts] of parts.entries()) {
      if (otherRow === row || starts[otherRow] !== starts[row]) continue;
      for (const [column, { area }] of entries.entries())
        sums.set(area, (sums.get(area) ?? 0) + (otherParts[column] ?? 0));
    }
    const total = sumOf([...sums.values()]);
    return entries.map(({ area }) => (total === 0 ? 0 : (sums.get(area) ?? 0) / total));
  });
}

/**
 * Returns "List routes" for "Routes list" and for "Get a list of routes", and "count" for "number of", without a remark
 * before the name, such as "(Deprecated)" or "Deprecated".
 */
function simplifyName(name: string): string {
  const plainName = name
    .replace(/^(\([^)]*\)|[Dd]eprecated(?![a-z]))[\s:-]*/, "")
    .replace(/^(get|fetch|retrieve|return)s? (an? |the )?(\w+ )?list of /i, "List ")
    .replace(/\bnumber of\b/i, "count of");
  const words = plainName.split(" ");
  const [firstVerb, lastVerb] = [words[0], words.at(-1)].map((word) => splitWords(word ?? "").join(" "));
  const isVerbLast = verbs.has(lastVerb ?? "") && !verbs.has(firstVerb ?? "");
  return isVerbLast ? [words.at(-1), ...words.slice(0, -1)].join(" ") : plainName;
}
