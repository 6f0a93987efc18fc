import { memoizeString } from "../../src/openapi/cache.ts";
import { splitWords, toSingular } from "../../src/openapi/words.ts";

/** Splits a name or a path segment into words in the singular. */
export const singularWordsOf = memoizeString((text): readonly string[] =>
  splitWords(text).map(toSingular),
);

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
