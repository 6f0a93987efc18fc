import { splitInflectedWords, toSingular } from "../../contract.ts";

/** Creates the function that separates words which occur separately in one of the texts: `timeentries` in "Time entry". */
export function createSeparator(texts: readonly string[]): (text: string) => string {
  const lengths = new Map<string, number>();
  for (const text of texts) {
    const words = splitInflectedWords(text);
    for (const [index, word] of words.entries()) {
      const [next = "", afterNext = ""] = words.slice(index + 1);
      if (word.length < 2 || next.length < 2) continue;
      for (const compound of [word + next, word + next + afterNext]) lengths.set(toSingular(compound), word.length);
    }
  }
  const separate = (text: string): string =>
    text.replace(/[\p{L}\d]+/gu, (word) => {
      const length = lengths.get(toSingular(word.toLowerCase()));
      return length === undefined ? word : `${word.slice(0, length)}-${separate(word.slice(length))}`;
    });
  return separate;
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

export const listVerbs = "list search query find index".split(" ");
export const readVerbs = "get fetch view read retrieve return show check".split(" ");
export const createVerbs = "create add new post register invite insert".split(" ");
export const changeVerbs = "update rename replace edit modify change set put patch".split(" ");
export const removeVerbs = "delete remove cancel destroy unassign revoke".split(" ");

/** The verbs that a method can imply. A path says "search" or "cancel" itself. */
export const impliedVerbs: Readonly<Record<string, readonly string[]>> = {
  GET: ["list", ...readVerbs],
  POST: ["list", ...readVerbs, ...createVerbs, ...changeVerbs],
  PUT: [...createVerbs, ...changeVerbs],
  PATCH: [...createVerbs, ...changeVerbs],
  DELETE: ["delete", "remove"],
};

/** Verbs with which names of operations begin. */
export const verbs = new Set([
  ...listVerbs,
  ...readVerbs,
  ...createVerbs,
  ...changeVerbs,
  ...removeVerbs,
  ..."generate upload send".split(" "),
]);
