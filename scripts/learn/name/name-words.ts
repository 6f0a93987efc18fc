/** Returns how similar two words are, from 0 to 1: equal, or with the same start. */
export function similarityOf(word: string, otherWord: string): number {
  if (word === otherWord) return 1;
  const shorterLength = Math.min(word.length, otherWord.length);
  let sharedLength = 0;
  while (sharedLength < shorterLength && word[sharedLength] === otherWord[sharedLength]) sharedLength++;
  const isStart = sharedLength >= 3 && sharedLength === shorterLength;
  return isStart || (sharedLength >= 5 && sharedLength / shorterLength >= 0.7) ? 0.85 : 0;
}

/** Verbs with which names of operations begin, by what they do. */
const verbsByKind = {
  list: "list search query find index",
  read: "get fetch view read retrieve return show check",
  create: "create add new post register invite insert",
  change: "update rename replace edit modify change set put patch",
  remove: "delete remove cancel destroy unassign revoke",
};

export type VerbKind = keyof typeof verbsByKind;

const kinds = new Map(
  Object.entries(verbsByKind).flatMap(([kind, list]) => list.split(" ").map((verb) => [verb, kind as VerbKind])),
);

/** Returns what a verb does; `undefined` for another word. */
export const verbKindOf = (word: string): VerbKind | undefined => kinds.get(word);

export const verbs: readonly string[] = [...kinds.keys(), "generate", "upload", "send"];
