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

/** Quotes what someone typed, for a message: its first 40 characters, as printable ASCII. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text).replace(
    /[^ -~]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

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

export const createIntegerParser = (minimum: number, maximum: number, expected: string): TextParser<number> => ({
  parse: (text) => (/^\d{1,15}$/.test(text) && +text >= minimum && +text <= maximum ? +text : undefined),
  expected,
});
