import { maxDepth } from "../openapi/json.ts";

/** Says why a body can't be parsed. */
export const notJson = `The body isn't JSON, or is nested deeper than ${maxDepth} levels.`;

/**
 * Escapes a text from elsewhere before it's printed, such as a name in a recording or a contract:
 * all but printable ASCII and the ellipsis becomes `\u{…}`, since control characters move the cursor, and others
 * reverse or imitate text.
 */
export const escapeText = (text: string): string =>
  text.replace(/[^\x20-\x7e…]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Escapes a text from elsewhere, but for its line breaks. */
export const escapeLines = (text: string): string => text.split("\n").map(escapeText).join("\n");

/** Quotes what someone typed, for a message: its first 40 characters, as printable ASCII. */
export const quote = (text: string): string =>
  escapeText(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text));

/** Says that a name isn't known, and which are. */
export const describeUnknown = (kind: string, name: string, known: Iterable<string>): string =>
  `Unknown ${kind} ${quote(name)}. Known: ${[...new Set(known)].join(", ") || "none"}.`;

/** A parser of a text, which returns `undefined` for a text that it doesn't take. */
export interface TextParser<Value = unknown> {
  readonly parse: (text: string) => Value | undefined;
  /** The texts that it takes, as a noun phrase. */
  readonly expected: string;
}

export const booleanParser: TextParser<boolean> = {
  parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
  expected: "true or false",
};

export const createIntegerParser = (
  minimum: number,
  maximum: number,
  expected: string,
): TextParser<number> => ({
  parse: (text) =>
    /^\d{1,15}$/.test(text) && +text >= minimum && +text <= maximum ? +text : undefined,
  expected,
});
