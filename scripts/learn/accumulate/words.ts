/** Whether a name looks like data: an id, a date, a number or an address, and not like a word that somebody chose. */
export const isData = (name: string): boolean => !/^[A-Za-z_$@][\w$.-]{0,63}$/.test(name) || looksLikeId(name);

/**
 * Whether a path segment has the shape of an id: digits, a UUID, hexadecimal, a prefix with an id behind it, or letters
 * and digits too mixed for a word. `v2`, `oauth2` and `utf8` are words.
 */
export function looksLikeId(segment: string): boolean {
  if (/^[+-]?\d+([.:,_-]\d+)*$/.test(segment)) return true;
  if (/[^\w.~-]/.test(segment) || segment.length > 64) return true;
  if (/^[\da-f]{8,}$/i.test(segment) && /\d/.test(segment)) return true;
  const runs = segment.match(/\d+/g) ?? [];
  const digits = runs.join("").length;
  if (digits >= 4 || (runs.length >= 2 && digits >= 3)) return true;
  if (runs.length >= 2 && segment.length >= 6 && !/^[a-z]+\d([A-Z_-]|$)/.test(segment)) return true;
  return segment.length >= 20 && !isWords(segment);
}

/** Whether it splits into words of letters, of a length that words have. */
const isWords = (segment: string): boolean =>
  segment
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(/[\s._~-]+/)
    .every((part) => /^([A-Z]?[a-z]{1,18}|[A-Z]{1,6})\d?$/.test(part));
