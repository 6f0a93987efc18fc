import { remember } from "../../src/openapi/cache.ts";
import { splitWords } from "../../src/openapi/words.ts";

/** Splits a name or a path segment into words in the singular. */
export const singularWordsOf = remember((text): readonly string[] =>
  splitWords(text).map(toSingular),
);

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

/** Words that don't distinguish operations. */
export const emptyWords = new Set(
  "a an the of to for from by with your own in on at as and or via using existing specific given new all it its this that into".split(
    " ",
  ),
);

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts camelCase or a path to kebab-case. */
export const toKebabCase = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z\d]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
