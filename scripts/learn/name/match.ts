import type { Route } from "../../../src/openapi/path.ts";
import { type Name, type NameReading, type PathReading, readName, readPath } from "./read.ts";
import { findSameWords, fitsShape } from "./same.ts";

/** An observed operation and the index entry that it may be. */
export interface Candidate<Entry = Name, Operation = Route> {
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

export const isMethodPossible = (entry: { method: string }, method: string): boolean =>
  entry.method === "unspecified" || entry.method === method;

/** Matches operations with index entries, one to one: first those that fit each other better than any others. */
export function matchNames<Entry extends Name, Operation extends Route>(
  entries: readonly Entry[],
  operations: readonly Operation[],
  isRejected: (entry: Entry, operation: Operation) => boolean = () => false,
): Candidate<Entry, Operation>[] {
  const [names, paths] = [entries.map(readName), operations.map(readPath)];
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
  const pairs = withAreas(possiblePairs);
  const shareOf = createShares(pairs);
  const takenItems = new Set<unknown>();
  const matches = pairs
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .filter(({ path, name }) => !takenItems.has(path) && !takenItems.has(name) && takenItems.add(path).add(name));
  return paths.flatMap((path) => {
    const name = matches.find((pair) => pair.path === path)?.name;
    if (!name) return [];
    const rivals = pairs.filter((pair) => pair.path === path && pair.name !== name).sort((a, b) => b.score - a.score);
    return {
      operation: path.operation,
      entry: name.entry,
      hasSameWords: sameNames.get(path) === name,
      rivals: rivals.slice(0, 3).map((rival) => rival.name.entry),
    };
  });
}

/** Returns how well a name fits the path of an observed operation, from 0 to 1. */
function scoreMatch(name: NameReading, path: PathReading): number {
  const covered = coverageOf(name.words, path.words);
  const explained = coverageOf(path.words, [...name.words, ...name.area]);
  if (covered + explained === 0) return 0;
  const startInArea = bestMatch(path.words[0] ?? "", name.area);
  const endInName = bestMatch(path.words.at(-1) ?? "", name.mainWords);
  // Names have words that their paths leave out. The reverse is rarer, so it counts more.
  return (
    0.5 * explained +
    0.3 * covered +
    0.1 * (startInArea + endInName + Number(fitsShape(name, path.operation.method, path.operation.path)))
  );
}

/** Returns how similar two words are, from 0 to 1: equal, or with the same start. */
export function similarityOf(word: string, otherWord: string): number {
  if (word === otherWord) return 1;
  const shorterLength = Math.min(word.length, otherWord.length);
  let sharedLength = 0;
  while (sharedLength < shorterLength && word[sharedLength] === otherWord[sharedLength]) sharedLength++;
  const isStart = sharedLength >= 3 && sharedLength === shorterLength;
  return isStart || (sharedLength >= 5 && sharedLength / shorterLength >= 0.7) ? 0.85 : 0;
}

/** Returns how well a word fits one of several, or two in a row, as `timeentry` fits "time entry". */
const bestMatch = (word: string, candidates: readonly string[]): number =>
  candidates.reduce((best, candidate, index) => {
    const isCompound = word === `${candidate}${candidates[index + 1]}`;
    return Math.max(best, isCompound ? 1 : similarityOf(word, candidate));
  }, 0);

const coverageOf = (words: readonly string[], candidates: readonly string[]): number =>
  words.reduce((sum, word) => sum + bestMatch(word, candidates), 0) / Math.max(1, words.length);

/** Returns each pair's share of all pairs of its path and of its name: a good score is worth less if others are as good. */
function createShares(pairs: readonly Pair[]): (pair: Pair) => number {
  const weightOf = ({ score }: Pair) => Math.exp(score / 0.15);
  const pathSumOf = createSums(pairs, ({ path }) => path, weightOf);
  const nameSumOf = createSums(pairs, ({ name }) => name, weightOf);
  return (pair) => weightOf(pair) ** 2 / pathSumOf(pair) / nameSumOf(pair);
}

/** Adds to each score the area's share in the paths with the same start: names of an area belong to paths with one start. */
function withAreas<Item extends Pair>(pairs: readonly Item[]): Item[] {
  const shareOf = createShares(pairs);
  const startOf = ({ path }: Pair) => `${path.words.slice(0, 2)}`;
  const startSumOf = createSums(pairs, startOf, shareOf);
  const areaSumOf = createSums(pairs, (pair) => `${startOf(pair)} ${pair.name.entry.area}`, shareOf);
  return pairs.map((pair) => ({ ...pair, score: pair.score + (0.2 * areaSumOf(pair)) / startSumOf(pair) }));
}

/** Creates the function that returns the sum of a number over the pairs that have a key in common with a pair. */
function createSums(pairs: readonly Pair[], keyOf: (pair: Pair) => unknown, numberOf: (pair: Pair) => number) {
  const sums = new Map<unknown, number>();
  for (const pair of pairs) sums.set(keyOf(pair), (sums.get(keyOf(pair)) ?? 0) + numberOf(pair));
  return (pair: Pair): number => sums.get(keyOf(pair)) ?? 1;
}
