import { changeVerbs, createVerbs, listVerbs, readVerbs, removeVerbs, similarityOf } from "./name-words.ts";
import type { NameReading, PathReading } from "./readings.ts";

/** Returns how well a name fits the path of an observed operation, from 0 to 1. */
export function scoreMatch(name: NameReading, path: PathReading): number {
  const covered = coverageOf(name.words, path.words);
  const explained = coverageOf(path.words, [...name.words, ...name.area]);
  if (covered + explained === 0) return 0;
  const startInArea = bestMatch(path.words[0] ?? "", name.area);
  const endInName = bestMatch(path.words.at(-1) ?? "", name.mainWords);
  // Names have words that their paths leave out. The reverse is rarer, so it counts more.
  return Math.max(0, 0.5 * explained + 0.3 * covered + 0.1 * (startInArea + endInName + scoreShape(name, path)));
}

const bestMatch = (word: string, candidates: readonly string[]): number =>
  Math.max(0, ...candidates.map((candidate) => similarityOf(word, candidate)));

const coverageOf = (words: readonly string[], candidates: readonly string[]): number =>
  words.reduce((sum, word) => sum + bestMatch(word, candidates), 0) / Math.max(1, words.length);

export const isMethodPossible = (entry: { method: string }, method: string): boolean =>
  entry.method === "unspecified" || entry.method === method;

/** Returns how well the class of the name's verb fits the shape of the path, from -1 to 1. */
export function scoreShape(
  { words: [verb = ""], isPlural }: NameReading,
  { endsInValue, operation }: PathReading,
): number {
  if (listVerbs.includes(verb) || (readVerbs.includes(verb) && isPlural)) return endsInValue ? -1 : 1;
  if (readVerbs.includes(verb)) return endsInValue ? 1 : 0.2;
  if (createVerbs.includes(verb)) return endsInValue ? -0.7 : 0.7;
  if (changeVerbs.includes(verb)) return endsInValue || operation.method !== "POST" ? 0.8 : 0;
  if (removeVerbs.includes(verb)) return endsInValue === isPlural ? 0 : 0.8;
  return endsInValue ? -0.3 : 0.3;
}
