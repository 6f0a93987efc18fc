/**
 * Returns whether a name looks like an id, a date or a number. `__proto__` is data, too: an object made with this name
 * would lose it.
 */
export const isData = (name: string): boolean =>
  name === "__proto__" ||
  isIdLike(
    name
      .replace(/[^\p{L}\d]+/gu, "_")
      .replace(/^_|_$/g, "")
      .replace(/\P{ASCII}/gu, "x"),
  );

/**
 * Returns whether a path segment looks like an id: digits, a UUID, hexadecimal, an id after a prefix, or letters and
 * digits too mixed for a word. `v2`, `oauth2` and `utf8` are words.
 */
export function isIdLike(segment: string): boolean {
  if (/^[+-]?\d+([.:,_-]\d+)*$/.test(segment)) return true;
  if (/[^\w.~-]/.test(segment) || segment.length > 64) return true;
  if (/^[\da-f]{8,}$/i.test(segment) && /\d/.test(segment)) return true;
  const runs = segment.match(/\d+/g) ?? [];
  const digits = runs.join("").length;
  if (digits >= 4 || (runs.length >= 2 && digits >= 3)) return true;
  if (runs.length >= 2 && segment.length >= 6 && !/^[a-z]+\d([A-Z_-]|$)/.test(segment)) return true;
  return segment.length >= 20 && !isWords(segment);
}

/** Returns whether a name consists of words: letters, as many as words have, with at most a few digits around them. */
export const isWords = (name: string): boolean =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .every((part) => /^\d?(\p{Lu}?\p{Ll}{1,18}|\p{Lu}{1,6}|\p{Lo}{1,18})\d{0,3}$/u.test(part));
