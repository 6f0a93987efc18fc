import { createHash } from "node:crypto";
import { remember } from "../../../src/openapi/cache.ts";
import { isTerm, type Vocabulary } from "../name/vocabulary.ts";

/** The mark of a whole number. */
export const integerMark = "{1}";

/** The mark of a text that is neither an id nor a word, such as `Phone Agent 7` or `agents,live`. */
export const textMark = "{;}";

/** Returns whether a segment is a value by its form: `12345`, a UUID, `room12`, or such a text. */
export const isValue = (mark: string): boolean => mark.startsWith("{");

/** Returns whether a word isn't known: it may be a word of the path, or a value, such as a name of a person. */
export const isUnclear = (mark: string): boolean => mark.startsWith("?");

/**
 * Creates the function that returns a segment of a path as it may be kept: a known word itself, a mark in braces for a value,
 * and one of 64 marks for a word that isn't known. Different words mostly have different marks, and none can be found out from
 * its mark.
 */
export const createMarker = ({ isKnown, isListed }: Vocabulary): ((segment: string) => string) =>
  remember((segment) => {
    if (isListed(segment) || (isPlain(segment) && isKnown(segment))) return segment;
    if (isPlain(segment) || isMethod(segment))
      return `?${createHash("sha256").update(segment).digest().readUInt8() % 64}`;
    if (/^\d{1,15}$/.test(segment)) return integerMark;
    return /^[\p{L}\d._~@+-]*\d[\p{L}\d._~@+-]*$/u.test(segment) ? "{}" : textMark;
  });

/** Returns whether a segment consists of words: letters, with hyphens, dots or capitals between the words. */
function isPlain(segment: string): boolean {
  if (!/^[\p{L}\d]+([._-][\p{L}\d]+)*$/u.test(segment) || segment.length > 64) return false;
  const parts = segment.split(/[._-]|(?<=[\p{Ll}\d])(?=\p{Lu})/u);
  return parts.every((part) => !/\d/.test(part) || isTerm(part));
}

/** Returns whether a segment may be a method beyond those of HTTP, such as `_search` or `tasks:batch`, as well as a value. */
const isMethod = (segment: string): boolean => /^(_\p{L}+(_\p{L}+)*|\p{L}+:\p{L}+)$/u.test(segment);
