import {
  createPathReader,
  detailWords,
  emptyWords,
  endsInValue,
  type IndexEntry,
  isMethodPossible,
  isPlural,
  type ObservedOperation,
  type PathWord,
  scoreShape,
  subjectOf,
} from "./score.ts";
import { splitWords } from "./words.ts";

const readVerbs = "list get fetch view read retrieve return show";
const changeVerbs = "create add update edit modify change";
/** Verbs that a method and the shape of a path can imply. All other verbs must be in the path. */
const impliedVerbs: Readonly<Record<string, string>> = {
  GET: readVerbs,
  POST: `${readVerbs} ${changeVerbs}`,
  PUT: changeVerbs,
  PATCH: changeVerbs,
  DELETE: "delete remove",
};
const plainVerbs = new Set(Object.values(impliedVerbs).join(" ").split(" "));

/** Words of a name that its path needn't contain: articles, prepositions, details and numbers of things. */
const fillerWords = new Set([...emptyWords, ...detailWords, ..."id specified single one multiple several".split(" ")]);

/**
 * Finds operations and index entries with the same words: each word of the name is in the path, or is a plain verb that
 * the path implies; each word of the path is in the name or, before the last segment, in the area; and the path ends in
 * the subject of the name. No other name may have the words of the path and no other path those of the name, as
 * `/v1/orders` and `/v2/orders` may. No similar name may be a rival: with "List account orders" in the index,
 * `/ecommerce/orders` needn't be "List orders".
 *
 * A score can't replace this: if an operation wasn't recorded, its name is often the best match of another operation.
 */
export function findSameWords<Entry extends IndexEntry, Operation extends ObservedOperation>(
  entries: readonly Entry[],
  operations: readonly Operation[],
  isRejected: (entry: Entry, operation: Operation) => boolean,
): Map<Operation, Entry> {
  const pathWordsOf = createPathReader(operations);
  const nameWords = new Map<IndexEntry, string[]>(entries.map((entry) => [entry, splitWords(entry.name)]));
  const areaWords = new Map<IndexEntry, string[]>(entries.map((entry) => [entry, splitWords(entry.area)]));
  const versions = new Set([...areaWords.values()].flat().filter((word) => /^v\d+$/.test(word)));
  const wordsOf = (entry: IndexEntry) => nameWords.get(entry) ?? [];
  const contentOf = (entry: IndexEntry) => wordsOf(entry).filter((word) => !fillerWords.has(word));

  function hasSameWords(entry: IndexEntry, operation: ObservedOperation, path: readonly PathWord[]): boolean {
    const area = areaWords.get(entry) ?? [];
    if (!isMethodPossible(entry, operation) || !hasNumber(entry, operation) || isOfOtherArea(area, operation, path))
      return false;
    if (isOneOfAll(entry, operation) || !hasPathVersion(entry, operation)) return false;
    // The second of two ids side by side is of a thing that no word names, such as a version.
    if (/\}\/\{/.test(operation.path)) return false;
    // What belongs to the caller needs no id.
    if (/\b(my|your|own)\b/i.test(entry.name) && operation.path.includes("{")) return false;
    const allWords = splitWords(operation.path.replace(/\{[^}]*\}/g, " "));
    return (
      isSubjectAtEnd(entry, path) &&
      path.every(({ word, isLast }) => wordsOf(entry).includes(word) || (!isLast && area.includes(word))) &&
      wordsOf(entry).every(
        (word, index) =>
          fillerWords.has(word) ||
          allWords.includes(word) ||
          (index === 0 && isVerbImplied(word, entry, operation, path)),
      )
    );
  }

  /** Returns whether a path ends in the subject of a name. A verb may follow, as in `/agents/{id}/publish`. */
  function isSubjectAtEnd(entry: IndexEntry, path: readonly PathWord[]): boolean {
    const [lastWord, ...otherWords] = path.flatMap(({ word, isLast }) => (isLast ? word : []));
    const beforeLast = otherWords.length === 0 ? path.at(-2)?.word : undefined;
    const isVerbAtEnd = beforeLast !== undefined && lastWord === wordsOf(entry)[0];
    return subjectOf(entry.name) === (isVerbAtEnd ? beforeLast : path.at(-1)?.word);
  }

  /** Returns whether a path implies a verb that it doesn't contain, by its method and shape. */
  function isVerbImplied(
    verb: string,
    entry: IndexEntry,
    operation: ObservedOperation,
    path: readonly PathWord[],
  ): boolean {
    if (verb === operation.method.toLowerCase() && verb !== "get") return true;
    if (!impliedVerbs[operation.method]?.split(" ").includes(verb)) return false;
    if (scoreShape(entry, operation) >= 0.7) return true;
    // `/agents/{id}/configuration` is a single thing, too. At the top, `/campaign` may be all campaigns.
    const isBelow = path.some(({ word, isLast }) => !isLast && !/^v\d+$/.test(word));
    return operation.method === "GET" && !isPlural(entry.name) && isBelow && !endsInValue(operation.path);
  }

  const areas = new Set([...areaWords.values()].map((words) => words.join(" ")).filter(Boolean));
  /** Returns whether the first segment of a path names another area, and no word of the path is in the given one. */
  function isOfOtherArea(area: readonly string[], { path }: ObservedOperation, words: readonly PathWord[]): boolean {
    const segments = path.split("/").map(splitWords);
    const [firstSegment = []] = segments.filter(([word]) => word === words[0]?.word);
    return areas.has(firstSegment.join(" ")) && !words.some(({ word }) => area.includes(word));
  }

  /** Returns whether an area has the version of a path, as "V1 Refunds" has, if any area does. */
  function hasPathVersion(entry: IndexEntry, { path }: ObservedOperation): boolean {
    const version = /\/(v\d+)\//.exec(path)?.[1] ?? "";
    const area = areaWords.get(entry) ?? [];
    return versions.has(version) ? area.includes(version) : !area.some((word) => versions.has(word));
  }

  /** Returns whether a path of a similar name could have the words of an entry: a narrower name, or one for all. */
  function isRival(rival: IndexEntry, entry: IndexEntry): boolean {
    const [verb, ...rest] = contentOf(entry);
    const [otherVerb, , ...otherRest] = contentOf(rival);
    if (rival === entry || rival.area !== entry.area || rival.method !== entry.method || otherVerb !== verb)
      return false;
    // "List account orders" next to "List orders".
    if (rest.length > 0 && rest.join(" ") === otherRest.join(" ")) return true;
    // "Delete all aliases of a device" next to "Delete an alias": both paths may end in an id.
    const isOfAll = isPlural(rival.name) && !isPlural(entry.name) && subjectOf(rival.name) === subjectOf(entry.name);
    return entry.method !== "GET" && isOfAll;
  }

  const isClear = (entry: IndexEntry) => !entries.some((rival) => isRival(rival, entry));
  const pairs = operations.flatMap((operation) => {
    const path = pathWordsOf(operation);
    const [verb, ...otherWords] = path.filter(({ isLast }) => isLast);
    const hasSubject = otherWords.length > 0 || !plainVerbs.has(verb?.word ?? "");
    const matches = entries.filter((entry) => !isRejected(entry, operation) && hasSameWords(entry, operation, path));
    return hasSubject ? matches.map((entry) => ({ operation, entry })) : [];
  });
  const countPairs = (value: Entry | Operation) =>
    pairs.filter(({ operation, entry }) => operation === value || entry === value).length;
  return new Map(
    pairs.flatMap(({ operation, entry }) =>
      countPairs(operation) === 1 && countPairs(entry) === 1 && isClear(entry) ? [[operation, entry]] : [],
    ),
  );
}

/** Returns whether a name is about many things, and its path too, or both are about one: it has an id, or looks singular. */
function hasNumber({ name }: IndexEntry, { method, path }: ObservedOperation): boolean {
  const segments = path.split("/").filter((segment) => !/^(v\d+)?$/.test(segment));
  const wordsOf = (segment: string) => splitWords(segment.replace(/\{.*?\}/g, " "));
  const index = segments.findLastIndex((segment) => wordsOf(segment).includes(subjectOf(name)));
  const hasValue = segments[index + 1]?.includes("{") ?? false;
  if (isPlural(name) || /^list\b/i.test(name)) return !hasValue;
  return method !== "GET" || hasValue || !isPlural(segments[index] ?? "");
}

/** Returns whether a path has an id for things of which its name says "all", as in "Get metrics for all categories". */
function isOneOfAll({ name }: IndexEntry, { path }: ObservedOperation): boolean {
  const [noun] = splitWords(/\ball (\w+s)\b/i.exec(name)?.[1] ?? "");
  const segments = path.split("/");
  return segments.some((segment, index) => segments[index + 1]?.startsWith("{") && splitWords(segment).at(-1) === noun);
}
