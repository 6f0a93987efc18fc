/** In levels. Validators and `JSON.stringify` are recursive. */
export const maxDepth = 500;

/** Parses JSON. Returns `undefined` for other text, and if it is nested deeper than 500 levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (depth === 0 || Object.values(value).some((item) => isDeeper(item, depth - 1)));

/** Says why a body can't be parsed. */
export const notJson = `The body isn't JSON, or is nested deeper than ${maxDepth} levels.`;

/**
 * Escapes a text from elsewhere before it's printed, such as a name in a recording or a contract:
 * all but printable ASCII becomes `\u{…}`, since control characters move the cursor, and others
 * reverse or imitate text.
 */
export const escapeText = (text: string): string =>
  text.replace(/[^\x20-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

/** Escapes a text from elsewhere, but for its line breaks. */
export const escapeLines = (text: string): string => text.split("\n").map(escapeText).join("\n");

/** Quotes what someone typed, for a message: its first 40 characters, as printable ASCII. */
export const quote = (text: string): string =>
  escapeText(JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text));

/** A parser of a text, which returns `undefined` for a text that it doesn't take. */
export interface TextParser<Value = unknown> {
  readonly parse: (text: string) => Value | undefined;
  /** The texts that it takes, as a noun phrase. */
  readonly expected: string;
}

export const switchParser: TextParser<boolean> = {
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
