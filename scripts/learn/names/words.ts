/** Splits a name or a path segment at spaces, punctuation and camelCase into words: lower case, singular. */
export const splitWords = (text: string): string[] => splitInflectedWords(text).map(toSingular);

const splitInflectedWords = (text: string): string[] =>
  text
    .replace(/\(s\)/g, "s")
    .replace(/['’]s\b/g, "")
    .replace(/(\p{Lu}{2})s\b/gu, "$1")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);

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

/** Words that look like plurals, and plurals that look like other words. */
const irregular: Readonly<Record<string, string>> = Object.fromEntries(
  "alias aliases:alias apis:api atlas bias cache caches:cache canvas canvases:canvas gas saas uris:uri uses:use"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([word = "", singular = word]) => [word, singular]),
);

function toSingular(word: string): string {
  const irregularSingular = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (irregularSingular !== undefined) return irregularSingular;
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|ss|(?<![ao])us|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
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
