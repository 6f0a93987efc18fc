import { emptyWords } from "./names/readings.ts";
import { splitWords } from "./names/words.ts";

/** Returns the first sentence or line of a name, without the period. */
export const titleOf = (name: string): string => name.trim().split(/\n|(?<=\w{3}|[A-Z]{2}|\))\.(?:\s|$)/)[0] ?? "";

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
    return [first.charAt(0).toUpperCase() + first.slice(1), ...restWords].join(" ");
  };
}

const isLower = (word: string) => /^[a-z]+\W*$/.test(word);
const isCapital = (word: string) => /^[A-Z][^A-Z]*[a-z][^A-Z]*$/.test(word);

/** Returns a word in lower case and in the singular, without punctuation. */
const toKey = (word: string) => splitWords(word).join(" ");
