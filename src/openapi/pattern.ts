const quantifier = "(?:[*+]|\\{\\d+,\\})";
const atom = "\\[(?:\\\\.|[^\\]\\\\])*\\]|\\\\.";
/** A group without groups in it. */
const innerGroup = `\\((?:\\?[:=!])?((?:${atom}|[^\\\\()[])*)\\)`;
/** As good as without a bound: ten times or more. */
const manyTimes = `(?:${quantifier}|\\{\\d{2,}(?:,\\d*)?\\}|\\{\\d,\\d{2,}\\})`;
const repeatedGroup = new RegExp(`${innerGroup}${manyTimes}`, "g");
const singleGroup = new RegExp(`${innerGroup}(?!${quantifier})`, "g");
const part = new RegExp(`(${atom}|[^|])(${quantifier}|\\?|\\{\\d+\\})?`, "g");

/** In characters. The search takes as long as the square of it. */
const maxLength = 500;

/**
 * Returns whether a string can match a pattern in so many ways that the search can take forever: it
 * repeats a part within a repetition, as `(a+)+` does, alternatives that begin alike, as `(a|ab)*`,
 * or three parts in a row, as `a*a*a*`. A character that the parts can't have, as in
 * `(-[a-z]+)*`, makes it end. Checkers were compared: safe-regex2 takes harmless patterns for bad
 * and misses the latter two kinds, recheck and redos-detector take seconds and miss others.
 */
export function hasNestedRepetition(pattern: string): boolean {
  const text = pattern.slice(0, maxLength);
  const flatText = text.replaceAll(singleGroup, "$1");
  const bodies = [text, flatText].flatMap((text) => [...text.matchAll(repeatedGroup)]);
  return (
    bodies.some(([, body = ""]) => canRepeat(body) || hasLikeAlternatives(body)) ||
    repeatsInARow(flatText)
  );
}

const partsOf = (body: string) =>
  [...body.matchAll(part)].map(([, text = "", repetition]) => ({ text, repetition }));
type Part = ReturnType<typeof partsOf>[number];

const isRepeated = ({ repetition }: Part): boolean =>
  repetition !== undefined && /[*+,]/.test(repetition);

function canRepeat(body: string): boolean {
  const parts = partsOf(body);
  const repeatedParts = parts.filter(isRepeated);
  const isBetween = ({ text, repetition }: Part) =>
    repetition === undefined &&
    /^(\\\W|[^.\\[])$/.test(text) &&
    !repeatedParts.some((repeated) => isAlike(repeated, { text, repetition }));
  return repeatedParts.length > 0 && !parts.some(isBetween);
}

/** Returns whether one of the alternatives is the beginning of another, or the same. */
function hasLikeAlternatives(body: string): boolean {
  const alternatives = body.split("|").map(partsOf);
  return alternatives.some((parts, index) =>
    alternatives.some(
      (others, otherIndex) =>
        index !== otherIndex &&
        parts.length > 0 &&
        parts.every((part, place) => others[place] && isAlike(part, others[place])),
    ),
  );
}

function repeatsInARow(text: string): boolean {
  const parts = partsOf(text);
  return parts.some((first, index) => {
    const row = parts.slice(index, index + 3);
    return row.length === 3 && row.every((part) => isRepeated(part) && isAlike(part, first));
  });
}

const samples = [..."aZ5_- ,.:@/\n"];

/** Returns whether two parts have a character in common. */
function isAlike(a: Part, b: Part): boolean {
  const matches = ({ text }: Part, character: string) =>
    /^[^.]$/.test(text) ? text === character : new RegExp(`^${text}$`).test(character);
  return [...samples, ...a.text, ...b.text].some(
    (character) => matches(a, character) && matches(b, character),
  );
}

/** Escapes a text for a pattern, also one that is written between slashes. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Creates a regular expression. Many contracts have patterns that the `u` flag makes invalid. */
export function createPattern(pattern: string, flags = "u"): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}
