/** Splits a name or a path segment at spaces, punctuation and camelCase into words: lower case, singular. */
export function words(text: string): string[] {
  return text
    .replace(/\(s\)/g, "s")
    .replace(/['’]s\b/g, "")
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .map(singular);
}

/** Words that look like plurals, and plurals that look like other words. */
const irregular: Readonly<Record<string, string>> = Object.fromEntries(
  "alias aliases:alias apis:api atlas bias cache caches:cache canvas canvases:canvas gas saas uris:uri uses:use"
    .split(" ")
    .map((pair) => pair.split(":"))
    .map(([word = "", singular = word]) => [word, singular]),
);

function singular(word: string): string {
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|ss|(?<![ao])us|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.replace(/s$/, "");
}

/** Returns how alike two words are, from 0 to 1: the same, or of the same stem. */
export function alike(one: string, other: string): number {
  if (one === other) return 1;
  const shorter = Math.min(one.length, other.length);
  const shared = sharedStart(one, other);
  if (shared >= 3 && shared === shorter) return shorter >= 4 ? 0.85 : 0.6;
  return shared >= 5 && shared / shorter >= 0.7 ? 0.8 : 0;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
