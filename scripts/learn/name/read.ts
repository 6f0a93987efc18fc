import type { IndexEntry } from "../../../src/openapi/operation-index.ts";
import type { Route } from "../../../src/openapi/path.ts";
import { emptyWords, splitWords } from "../../contract/words.ts";

/** A name in the contract's index. */
export type Name = Pick<IndexEntry, "area" | "method" | "name">;

/** The words of a name. */
export interface NameReading<Entry = Name> {
  entry: Entry;
  words: readonly string[];
  area: readonly string[];
  /** The words before the first preposition, as "Get users" of "Get users in a team". */
  mainWords: readonly string[];
  /** The last of these words that names a thing. */
  subject: string;
  isPlural: boolean;
}

/** The words of an observed operation. */
export interface PathReading<Operation = Route> {
  operation: Operation;
  /** The words of the segments that aren't values, without `api` and versions. */
  words: readonly string[];
}

/** Verbs with which names of operations begin, by what they do. */
const verbsByKind = {
  list: "list search query find index",
  read: "get fetch view read retrieve return show check",
  create: "create add new post register invite insert",
  change: "update rename replace edit modify change set put patch",
  remove: "delete remove cancel destroy unassign revoke",
};

const kinds = new Map(
  Object.entries(verbsByKind).flatMap(([kind, list]) =>
    list.split(" ").map((verb) => [verb, kind as keyof typeof verbsByKind]),
  ),
);

/** Returns what a verb does; `undefined` for another word. */
export const verbKindOf = (word: string) => kinds.get(word);

export const verbs: readonly string[] = [...kinds.keys(), "generate", "upload", "send"];

/** Words of a name that its path needn't contain: articles, prepositions, details and numbers of things. */
export const fillerWords = new Set([
  ...emptyWords,
  ..."detail info information id specified single one multiple several".split(" "),
]);

/** The end of a plural. "MMS" is an acronym. */
export const plural = /([^aiosu]|ou|use)s$/;

export function readName<Entry extends Name>(entry: Entry): NameReading<Entry> {
  const name = simplifyName(entry.name);
  const [mainPart = ""] = name.split(/ (?:of|to|for|from|by|with|in|on|at|as|via|using|into)\b/i);
  const mainWords = splitWords(mainPart);
  const endsInPlural = plural.test(mainPart) && !/\b(an?|details?)\b/i.test(mainPart);
  const isPlural = endsInPlural || /\b(all|multiple|many)\b/i.test(name);
  const subject = mainWords.slice(1).findLast((word) => !fillerWords.has(word)) ?? "";
  return { entry, words: splitWords(name), area: splitWords(entry.area), mainWords, subject, isPlural };
}

/** Returns "List routes" for "Get a list of routes" and for "Routes list", without a remark such as "(Deprecated)". */
function simplifyName(name: string): string {
  const words = name
    .replace(/^(\([^)]*\)|[Dd]eprecated(?![a-z]))[\s:-]*/, "")
    .replace(/^(get|fetch|retrieve|return)s? (an? |the )?(\w+ )?list of /i, "List ")
    .split(" ");
  const isVerb = (word = "") => verbKindOf(splitWords(word).join()) !== undefined;
  return (isVerb(words.at(-1)) && !isVerb(words[0]) ? [words.pop(), ...words] : words).join(" ");
}

export const readPath = <Operation extends Route>(operation: Operation): PathReading<Operation> => ({
  operation,
  words: operation.path.split("/").flatMap((part) => (/^(\{[^}]*\}|api|v\d+)$/i.test(part) ? [] : splitWords(part))),
});
