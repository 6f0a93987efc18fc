const quantifier = "(?:[*+]|\\{\\d+,\\})";
const atom = "\\[(?:\\\\.|[^\\]\\\\])*\\]|\\\\.";
/** A group without groups in it. */
const innerGroup = `\\((?:\\?[:=!])?((?:${atom}|[^\\\\()[])*)\\)`;
const repeatedGroup = new RegExp(`${innerGroup}${quantifier}`, "g");
const singleGroup = new RegExp(`${innerGroup}(?!${quantifier})`, "g");
const part = new RegExp(`(${atom}|[^|])(${quantifier}|\\?|\\{\\d+\\})?`, "g");

/** In characters. The search takes as long as the square of it. */
const maxLength = 500;

/**
 * Returns whether a pattern repeats a part within a repetition, as `(a+)+` does: the search can
 * take forever. A character that the part can't have, as in `(-[a-z]+)*`, makes it end.
 */
export function hasNestedRepetition(pattern: string): boolean {
  const text = pattern.slice(0, maxLength);
  return [text, text.replaceAll(singleGroup, "$1")].some((text) =>
    [...text.matchAll(repeatedGroup)].some(([, body = ""]) => canRepeat(body)),
  );
}

function canRepeat(body: string): boolean {
  const parts = [...body.matchAll(part)].map(([, text = "", repetition]) => ({ text, repetition }));
  const repeatedParts = parts.filter(
    ({ repetition }) => repetition !== undefined && /[*+,]/.test(repetition),
  );
  const isBetween = ({ text, repetition }: { text: string; repetition: string | undefined }) =>
    repetition === undefined &&
    /^(\\\W|[^.\\[])$/.test(text) &&
    !repeatedParts.some((repeated) =>
      new RegExp(`^${repeated.text}$`).test(text.replace("\\", "")),
    );
  return repeatedParts.length > 0 && !parts.some(isBetween);
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
