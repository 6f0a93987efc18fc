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
