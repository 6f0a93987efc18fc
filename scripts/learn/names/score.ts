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
  /** The names of query inputs and fields of request bodies, whose words may not be in the path. */
  inputs?: readonly string[];
  /** Whether a success is a list, or an object with a list of objects. */
  isList?: boolean;
}

/** Returns how well an index entry fits an observed operation, from 0 to 1. */
export type Score = (entry: IndexEntry, operation: ObservedOperation) => number;

/** Creates the score for some entries and operations. Rare words among them count more. */
export function createScore(entries: readonly IndexEntry[], operations: readonly ObservedOperation[]): Score {
  const pathWordsOf = createPathReader(entries, operations);
  const entryWords = new Map(
    entries.map((entry) => [entry, splitWords(entry.name).filter((word) => !emptyWords.has(word))]),
  );
  const pathsByOperation = new Map(
    operations.map((operation) => [operation, pathWordsOf(operation).filter(({ word }) => !emptyWords.has(word))]),
  );
  const rarityOf = createRarity([
    ...entryWords.values(),
    ...[...pathsByOperation.values()].map((list) => list.map((pathWord) => pathWord.word)),
  ]);
  const subjects = new Map(
    entries.map((entry) => [entry, { area: splitWords(entry.area), head: subjectOf(entry.name) }]),
  );
  const inputsOf = new Map(operations.map((operation) => [operation, (operation.inputs ?? []).flatMap(splitWords)]));

  return (entry, operation) => {
    if (!isMethodPossible(entry, operation)) return 0;
    const nameWords = entryWords.get(entry) ?? [];
    const path = pathsByOperation.get(operation) ?? [];
    const { area, head: subject } = subjects.get(entry) ?? { area: [], head: "" };
    const inputs = inputsOf.get(operation) ?? [];
    const bestMatch = (word: string, candidates: readonly string[]) =>
      Math.max(0, ...candidates.map((candidate) => similarityOf(word, candidate)));
    const pathWords = path.map(({ word }) => word);
    const covered = meanOf(
      nameWords.map((word) => ({
        weight: rarityOf(word) * (verbs.has(word) ? verbWeight : 1),
        value: Math.max(bestMatch(word, pathWords), 0.5 * bestMatch(word, inputs)),
      })),
    );
    const explained = meanOf(
      path.map(({ word, isLast }) => ({
        weight: rarityOf(word) * (isLast ? 1.3 : 1) * (verbs.has(word) ? 0.6 : 1),
        value: Math.max(bestMatch(word, nameWords), 0.7 * bestMatch(word, area)),
      })),
    );
    const content = 0.5 * covered + 0.5 * explained;
    const subjectScore = bestMatch(
      subject,
      path.filter(({ isLast }) => isLast).map(({ word }) => word),
    );
    return content === 0 ? 0 : Math.max(0, 0.7 * content + 0.1 * subjectScore + 0.2 * scoreShape(entry, operation));
  };
}

export const isMethodPossible = ({ method }: IndexEntry, operation: ObservedOperation): boolean =>
  method === "unspecified" || method === operation.method;

const verbWeight = 0.3;

/** Words that don't distinguish operations. */
export const emptyWords = new Set(
  "a an the of to for from by with your own in on at as and or via using existing specific given new all it its this that into".split(
    " ",
  ),
);

const objectOf = (name: string) => name.split(/ (?:of|to|for|from|by|with|in|on|at|as|via|using|into)\b/i)[0] ?? "";

/** Returns the subject of a name: the last word before a preposition, as "user" in "Get users in a team". */
export function subjectOf(name: string): string {
  const isAbout = (word: string) => !emptyWords.has(word) && !detailWords.has(word);
  // The subject of "POST for account" is the account.
  const [, ...rest] = splitWords(/^\w+ for /.test(name) ? name : objectOf(name));
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

/** Creates the function that reads the words of a path, without the common start and versions that no name has. */
export function createPathReader(
  entries: readonly IndexEntry[],
  operations: readonly ObservedOperation[],
): (operation: ObservedOperation) => PathWord[] {
  const silentSegment = entries.some(({ name }) => /\bv[2-9]\b/i.test(name))
    ? /^(\{[^}]*\}|api|v1)$/i
    : /^(\{[^}]*\}|api|v\d+)$/i;
  const start = commonStartOf(operations.map(({ path }) => path));
  return ({ path }) => {
    const segments = (path.startsWith(`${start}/`) ? path.slice(start.length) : path)
      .split("/")
      .filter((segment) => segment !== "" && !silentSegment.test(segment))
      .map((segment) => segment.replace(/\{.*?\}/g, " "));
    return segments.flatMap((segment, index) =>
      splitWords(segment).map((word) => ({ word, isLast: index === segments.length - 1 })),
    );
  };
}

function createRarity(documents: readonly (readonly string[])[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const word of new Set(document)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => Math.log(1 + documents.length / (counts.get(word) ?? 1));
}

function meanOf(parts: { weight: number; value: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight;
}

const listVerbs = new Set("list search query find index".split(" "));
const readVerbs = new Set("get fetch view read retrieve show check".split(" "));
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
  "generate",
  "upload",
  "send",
]);

/** Returns how well the class of the name's verb fits the shape of the path, from -1 to 1. */
export function scoreShape({ name }: IndexEntry, { path, method, isList }: ObservedOperation): number {
  const [firstWord = ""] = splitWords(name);
  const isSingle = /\}[^/]*$/.test(path);
  const isPluralName = isPlural(name);
  if (listVerbs.has(firstWord) || (readVerbs.has(firstWord) && isPluralName))
    return isSingle ? -1 : isList === false && listVerbs.has(firstWord) ? 0 : 1;
  if (readVerbs.has(firstWord)) return isList === true ? -0.5 : isSingle || isList === false ? 1 : 0.2;
  if (createVerbs.has(firstWord)) return isSingle ? -0.7 : 0.7;
  if (changeVerbs.has(firstWord)) return isSingle || method !== "POST" ? 0.8 : 0;
  if (removeVerbs.has(firstWord)) return isSingle === isPluralName ? 0 : 0.8;
  return isSingle ? -0.3 : 0.3;
}

/**
 * Returns whether a name is about many things. "Details" and "settings" belong to a single thing, and in
 * "a meeting's recordings" the article belongs to the meeting.
 */
export const isPlural = (name: string): boolean => {
  const things = objectOf(name).replace(/\b\w+ \w+['’]s? (?=\w)/g, "");
  return (
    /\b(all|multiple|many)\b/i.test(name) ||
    (!/\b(an?|specific|details?)\b/i.test(things) &&
      /([^aiosu]|ou|use)s$/i.test(things) &&
      !/(sms|settings|statistics|stats|analytics|metrics)$/i.test(things))
  );
};
