import { emptyWords, splitWords } from "../../contract.ts";
import { createSeparator, verbs } from "./name-words.ts";

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

/** The words of an index entry. */
export interface NameReading<Entry = IndexEntry> {
  entry: Entry;
  words: string[];
  area: string[];
  /** The words before the first preposition, as "Get users" of "Get users in a team". */
  mainWords: string[];
  /** The last of these words that names a thing. */
  subject: string;
  isPlural: boolean;
}

/** The words of an observed operation. */
export interface PathReading<Operation = ObservedOperation> {
  operation: Operation;
  /** With words separated, such as `/time-entries/{id}`. */
  path: string;
  /** The segments with words, without the common start and versions. */
  segments: Segment[];
  /** The words of these segments. */
  words: string[];
  endsInValue: boolean;
}

interface Segment {
  words: string[];
  isPlural: boolean;
  /** Whether a path value follows. */
  hasValue: boolean;
}

export const isVersion = (word: string): boolean => /^v\d+$/i.test(word);

/** Words for the properties of a thing, which are no things themselves. */
export const detailWords = new Set(["detail", "info", "information"]);

/** Reads names and paths. Words that occur separately in one of them are separated in all. */
export function readWords<Entry extends IndexEntry, Operation extends ObservedOperation>(
  entries: readonly Entry[],
  operations: readonly Operation[],
) {
  const separate = createSeparator([
    ...entries.flatMap(({ area, name }) => [area, name]),
    ...operations.flatMap(({ path }) => path.split("/").filter((segment) => !segment.includes("{"))),
  ]);
  const names = entries.map((entry): NameReading<Entry> => {
    const name = simplifyName(separate(entry.name));
    const mainPart = name.split(/ (?:of|to|for|from|by|with|in|on|at|as|via|using|into)\b/i)[0] ?? "";
    const mainWords = splitWords(mainPart);
    const things = mainWords.slice(1).filter((word) => !emptyWords.has(word) && !detailWords.has(word));
    // In "a meeting's recordings", the article belongs to the meeting.
    const mainThings = mainPart.replace(/\b\w+ \w+['’]s? (?=\w)/g, "");
    const isPlural =
      /\b(all|multiple|many)\b/i.test(name) || (isPluralWord(mainThings) && !/\b(an?|details?)\b/i.test(mainThings));
    const area = splitWords(separate(entry.area));
    return { entry, words: splitWords(name), area, mainWords, subject: things.at(-1) ?? "", isPlural };
  });
  const separatePaths = operations.map(({ path }) =>
    path.replace(/\.(json|xml)$/, "").replace(/[^/{}]+(?=\/|$)/g, separate),
  );
  const commonStarts = commonStartsOf(separatePaths);
  const paths = operations.map((operation, row): PathReading<Operation> => {
    const path = separatePaths[row] ?? "";
    const segments = path.split("/").flatMap((segment, index, siblings): Segment[] => {
      if (commonStarts.has(siblings.slice(0, index + 1).join("/")) || /^(\{[^}]*\}|api|v\d+|)$/i.test(segment))
        return [];
      const text = segment.replace(/\{.*?\}/g, " ");
      const hasValue =
        siblings
          .slice(index + 1)
          .find((next) => !isVersion(next))
          ?.includes("{") ?? false;
      return [{ words: splitWords(text), isPlural: isPluralWord(text), hasValue }];
    });
    const words = segments.flatMap((segment) => segment.words);
    return { operation, path, segments, words, endsInValue: /\}[^/]*\/?$/.test(path) };
  });
  return { names, paths };
}

/** Returns whether a text ends in a plural. "MMS" is an acronym. */
const isPluralWord = (text: string): boolean => /([^aiosu]|ou|use)s$/i.test(text) && !/\b\p{Lu}+$/u.test(text);

/**
 * Returns "List routes" for "Routes list" and for "Get a list of routes", "POST route" for "POST for route", and "count"
 * for "number of", without a remark before the name, such as "(Deprecated)" or "Deprecated".
 */
function simplifyName(name: string): string {
  const plainName = name
    .replace(/^(\([^)]*\)|[Dd]eprecated(?![a-z]))[\s:-]*/, "")
    .replace(/^(get|fetch|retrieve|return)s? (an? |the )?(\w+ )?list of /i, "List ")
    .replace(/^(\w+) for /, "$1 ")
    .replace(/\bnumber of\b/i, "count of");
  const words = plainName.split(" ");
  const isVerb = (word = "") => verbs.has(splitWords(word).join(" "));
  return isVerb(words.at(-1)) && !isVerb(words[0]) ? [words.pop(), ...words].join(" ") : plainName;
}

/** Returns the starts that most paths have in common, such as `/api/v2`, and that no value follows. */
function commonStartsOf(paths: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const start of paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index)))) {
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  const minimum = Math.max(2, 0.7 * paths.length);
  const starts = [...counts].flatMap(([start, count]) => (count >= minimum ? start : []));
  return new Set(starts.filter((start) => !paths.some((path) => path.startsWith(`${start}/{`))));
}
