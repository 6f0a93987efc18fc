import { type IndexEntry, indexEntries } from "../../src/openapi/operation-index.ts";
import type { Contract } from "./document.ts";
import { isReservedId } from "./names.ts";
import { capitalize, emptyWords, splitWords } from "./words.ts";

export type Naming = ReturnType<typeof createNaming>;

/**
 * Creates the functions that name operations after entries of the index. Entries with the same name get distinct ids and
 * summaries. These don't depend on what is added to the contract later.
 */
export function createNaming(contract: Contract) {
  const index = indexEntries(contract);
  const toSentenceCase = createSentenceCase(index.map(({ name }) => name));
  const plainIds = index.map(({ name }) => toCamelCase(titleOf(name)));
  const documentedIds = index.flatMap(({ operationId }) => operationId ?? []);
  const readings = new Map(
    index.map((entry, row) => {
      const id = plainIds[row] ?? "";
      const namesakes = index.filter((_, otherRow) => otherRow !== row && plainIds[otherRow] === id);
      const isSpecified = (namesake: IndexEntry) => ![namesake.method, entry.method].includes("unspecified");
      const rivals = namesakes.filter((namesake) => !isSpecified(namesake) || namesake.method === entry.method);
      const isTaken = namesakes.length > 0 || documentedIds.includes(id) || isReservedId(id);
      return [entry, { id, isTaken, namesakes, rivals }];
    }),
  );

  /** Returns the name in camelCase. If it's taken, the method precedes it; if that is, too, the area or path follows. */
  function operationIdOf(entry: IndexEntry, method: string, path: string): string {
    const { id = "", isTaken, rivals = [] } = readings.get(entry) ?? {};
    if (entry.operationId || !isTaken) return entry.operationId ?? id;
    if (rivals.length === 0) return toCamelCase(`${method} ${id}`);
    return toCamelCase(`${method} ${id} ${rivals.some(({ area }) => area === entry.area) ? path : entry.area}`);
  }

  /** Returns the name's title, with the method if the name isn't unique, and the path if that isn't enough. */
  function summaryOf(entry: IndexEntry, method: string, path: string): string {
    const { namesakes = [], rivals = [] } = readings.get(entry) ?? {};
    const title = toSentenceCase(titleOf(entry.name));
    const detail = rivals.length > 0 ? `${method} ${path}` : method;
    return namesakes.length > 0 ? `${title} (${detail})` : title;
  }

  const findEntry = (operationId: string, method: string, path: string) =>
    index.find(
      (entry) => ["unspecified", method].includes(entry.method) && operationIdOf(entry, method, path) === operationId,
    );
  return { index, operationIdOf, summaryOf, findEntry };
}

const toCamelCase = (text: string): string =>
  text
    .replace(/\((\w+)\)/g, "$1")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "" && !/^(an?|the|your)$/i.test(word))
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join("");

/** Returns the first sentence or line of a name, without the period. */
const titleOf = (name: string): string => name.trim().split(/\n|(?<=\w{3}|[A-Z]{2}|\))\.(?:\s|$)/)[0] ?? "";

/**
 * Creates the function that returns "List agent versions" for "List Agent Versions". The titles of operations are made by
 * it, and the lint refuses what it would change. Words such as "SIP" and "Add-On" keep their capitals. So do names such
 * as "Kubernetes", if another name of the index is "List all Kubernetes clusters" and none has the word in lower case. An
 * index with many such words is in title case: none is a name.
 *
 * @param index The names of all operations.
 * @param properNames Further words that are names.
 */
export function createSentenceCase(index: readonly string[], properNames: readonly string[] = []) {
  const wordsOf = index.map((name) => titleOf(name).split(" "));
  const lowerWords = new Set(wordsOf.flat().filter(isLower).map(toKey));
  const sentences = wordsOf.filter((words) => words.slice(1).some((word) => isLower(word) && !emptyWords.has(word)));
  const otherWords = sentences.flatMap((words) => words.slice(1).filter(isCapital).map(toKey));
  const capitalWords = new Set(otherWords.filter((word) => !lowerWords.has(word)));
  const isTitleCase = capitalWords.size > lowerWords.size / 3;
  const nameWords = new Set([...properNames.map(toKey), ...(isTitleCase ? [] : capitalWords)]);
  return (title: string): string => {
    const [first = "", ...rest] = title.trim().split(/\s+/);
    const restWords = rest.map((word) => (isCapital(word) && !nameWords.has(toKey(word)) ? word.toLowerCase() : word));
    return [capitalize(first), ...restWords].join(" ");
  };
}

const isLower = (word: string) => /^[a-z]+\W*$/.test(word);
const isCapital = (word: string) => /^[A-Z][^A-Z]*[a-z][^A-Z]*$/.test(word);

/** Returns a word in lower case and in the singular, without punctuation. */
const toKey = (word: string) => splitWords(word).join(" ");
