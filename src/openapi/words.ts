/**
 * Splits a text at spaces, punctuation, capitals and numbers of a plural into words in lower case:
 * `userIDs`, `user_id` and `User-Id` have the same two. Digits belong to the word before them.
 */
export const splitWords = (text: string): string[] =>
  text
    .replace(/\(s\)/g, "s")
    .replace(/['’]s\b/g, "")
    .replace(/(\p{Lu}{2})s\b/gu, "$1")
    .split(/[^\p{L}\d]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u)
    .flatMap((word) => (word === "" ? [] : word.toLowerCase()));

/** Words that look like plurals, and plurals that look like other words. */
const irregular: Readonly<Record<string, string>> = Object.fromEntries(
  "alias aliases:alias apis:api atlas bias cache caches:cache canvas canvases:canvas gas saas uris:uri uses:use"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([word = "", singular = word]) => [word, singular]),
);

/** Returns the singular of an English word in lower case. */
export function toSingular(word: string): string {
  const irregularSingular = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (irregularSingular !== undefined) return irregularSingular;
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|ss|(?<![ao])us|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}

/** Counts things in words: `1 fact`, `1,200 facts`. */
export const countNoun = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

/** Counts how often something happened: `once`, `2 times`. */
export const countTimes = (count: number): string =>
  count === 1 ? "once" : countNoun(count, "time");
