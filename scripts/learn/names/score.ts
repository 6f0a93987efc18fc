import { similarityOf, splitWords } from "./words.ts";

/** An entry of the contract's index. */
export interface IndexEntry {
  area: string;
  /** In capitals, or `unspecified`. */
  method: string;
  name: string;
}

/** An operation in traffic, by its method and template. */
export interface ObservedOperation {
  method: string;
  /** A template, such as `/agents/{id}/publish`. */
  path: string;
}

/** Creates the score of how well an index entry fits an observed operation, from 0 to 1. */
export function createScore(
  entries: readonly IndexEntry[],
  operations: readonly ObservedOperation[],
): (entry: IndexEntry, operation: ObservedOperation) => number {
  const isMeant = (word: string) => !emptyWords.has(word);
  const pathWordsOf = createPathReader(operations);
  const entryWords = new Map(
    entries.map((entry) => [entry, { name: splitWords(entry.name).filter(isMeant), area: splitWords(entry.area) }]),
  );
  const pathWordsByOperation = new Map(
    operations.map((operation) => [operation, pathWordsOf(operation).filter(({ word }) => isMeant(word))]),
  );
  const bestMatch = (word: string, candidates: readonly string[]) =>
    Math.max(0, ...candidates.map((candidate) => similarityOf(word, candidate)));
  const coverageOf = (words: readonly string[], candidates: readonly string[]) =>
    words.reduce((sum, word) => sum + bestMatch(word, candidates), 0) / Math.max(1, words.length);

  return (entry, operation) => {
    const words = entryWords.get(entry);
    const path = pathWordsByOperation.get(operation);
    if (!words || !path || !isMethodPossible(entry, operation)) return 0;
    const pathWords = path.map(({ word }) => word);
    const covered = coverageOf(words.name, pathWords);
    const explained = coverageOf(pathWords, [...words.name, ...words.area]);
    if (covered + explained === 0) return 0;
    const startInArea = bestMatch(pathWords[0] ?? "", words.area);
    const lastWord = path.findLast(({ isLast }) => isLast)?.word ?? "";
    const endInName = bestMatch(lastWord, splitWords(mainPartOf(entry.name)));
    const shape = scoreShape(entry, operation);
    // Names have words that their paths leave out. The reverse is rarer, so it counts more.
    const score = 0.5 * explained + 0.3 * covered + 0.1 * (startInArea + endInName + shape);
    return Math.max(0, score);
  };
}

export const isMethodPossible = ({ method }: IndexEntry, operation: ObservedOperation): boolean =>
  method === "unspecified" || method === operation.method;

/** Words that don't distinguish operations. */
export const emptyWords = new Set(
  "a an the of to for from by with your own in on at as and or via using existing specific given new all it its this that into".split(
    " ",
  ),
);

/** Returns a name up to its first preposition, as "Get users" for "Get users in a team". */
const mainPartOf = (name: string) => name.split(/ (?:of|to|for|from|by|with|in|on|at|as|via|using|into)\b/i)[0] ?? "";

/** Returns the subject of a name: the last word before a preposition, as "user" in "Get users in a team". */
export function subjectOf(name: string): string {
  const isAbout = (word: string) => !emptyWords.has(word) && !detailWords.has(word);
  // The subject of "POST for account" is the account.
  const [, ...rest] = splitWords(/^\w+ for /.test(name) ? name : mainPartOf(name));
  return rest.filter(isAbout).at(-1) ?? "";
}

/** Words for the properties of a thing, which are no things themselves. */
export const detailWords = new Set(["detail", "info", "information"]);

/** A word of a path. */
export interface PathWord {
  word: string;
  /** Whether the word is in the last segment that isn't a path value. */
  isLast: boolean;
}

/** Returns the start that most paths have in common, such as `/api/v2`. */
function commonStartOf(paths: readonly string[]): string {
  let start = "";
  for (;;) {
    const counts = new Map<string, number>();
    for (const path of paths.filter((path) => path.startsWith(`${start}/`))) {
      const nextStart = path.slice(0, path.indexOf("/", start.length + 1) >>> 0);
      counts.set(nextStart, (counts.get(nextStart) ?? 0) + 1);
    }
    const [mostCommon, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ["", 0];
    if (count < 0.7 * paths.length || count < 2 || paths.some((path) => path.startsWith(`${mostCommon}/{`)))
      return start;
    start = mostCommon;
  }
}

/** Creates the function that reads the words of a path, without the common start and versions. */
export function createPathReader(
  operations: readonly ObservedOperation[],
): (operation: ObservedOperation) => PathWord[] {
  const start = commonStartOf(operations.map(({ path }) => path));
  return ({ path }) => {
    const segments = (path.startsWith(`${start}/`) ? path.slice(start.length) : path)
      .split("/")
      .filter((segment) => segment !== "" && !/^(\{[^}]*\}|api|v\d+)$/i.test(segment))
      .map((segment) => segment.replace(/\{.*?\}/g, " "));
    return segments.flatMap((segment, index) =>
      splitWords(segment).map((word) => ({ word, isLast: index === segments.length - 1 })),
    );
  };
}

const listVerbs = new Set("list search query find index".split(" "));
const readVerbs = new Set("get fetch view read retrieve return show check".split(" "));
const createVerbs = new Set("create add new register invite insert".split(" "));
const changeVerbs = new Set("update rename replace edit modify change set put patch".split(" "));
const removeVerbs = new Set("delete remove cancel destroy unassign revoke".split(" "));
/** Verbs with which names of operations begin. */
export const verbs = new Set([
  ...listVerbs,
  ...readVerbs,
  ...createVerbs,
  ...changeVerbs,
  ...removeVerbs,
  ..."generate upload send".split(" "),
]);

/** Returns whether the last segment of a path is a path value. */
export const endsInValue = (path: string): boolean => /\}[^/]*\/?$/.test(path);

/** Returns how well the class of the name's verb fits the shape of the path, from -1 to 1. */
export function scoreShape({ name }: IndexEntry, { path, method }: ObservedOperation): number {
  const [firstWord = ""] = splitWords(name);
  const isSingle = endsInValue(path);
  const isPluralName = isPlural(name);
  if (listVerbs.has(firstWord) || (readVerbs.has(firstWord) && isPluralName)) return isSingle ? -1 : 1;
  if (readVerbs.has(firstWord)) return isSingle ? 1 : 0.2;
  if (createVerbs.has(firstWord)) return isSingle ? -0.7 : 0.7;
  if (changeVerbs.has(firstWord)) return isSingle || method !== "POST" ? 0.8 : 0;
  if (removeVerbs.has(firstWord)) return isSingle === isPluralName ? 0 : 0.8;
  return isSingle ? -0.3 : 0.3;
}

/**
 * Returns whether a name is about many things. "Details" and "settings" belong to a single thing, "MMS" is an
 * acronym, and in "a meeting's recordings" the article belongs to the meeting.
 */
export const isPlural = (name: string): boolean => {
  const things = mainPartOf(name).replace(/\b\w+ \w+['’]s? (?=\w)/g, "");
  return (
    /\b(all|multiple|many)\b/i.test(name) ||
    (!/\b(an?|details?)\b/i.test(things) &&
      /([^aiosu]|ou|use)s$/i.test(things) &&
      !/\b\p{Lu}+$/u.test(things) &&
      !/(sms|settings|statistics|stats|analytics|metrics)$/i.test(things))
  );
};
