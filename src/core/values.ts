import type { ValueTypes } from "./operation.ts";

/** In levels. Validators and `JSON.stringify` are recursive. */
const maxDepth = 500;

/** Parses JSON. Returns `undefined` for other text, and if it is nested deeper than 500 levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < maxDepth; depth++) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const anyValue: ValueTypes = { types: [] };

/**
 * Converts the texts of an input to a JSON value of its types. A text that fits none of them is returned unchanged, and
 * fails the validation.
 */
export function convert(texts: readonly string[], { types, items }: ValueTypes = anyValue): unknown {
  if (types.includes("array")) return texts.map((text) => convert([text], items));
  // The schema rejects a list in place of a single value.
  if (texts.length > 1) return texts;
  const [text = ""] = texts;
  const isNull = text === "" || (text === "null" && !types.includes("string"));
  if (isNull && types.includes("null")) return null;
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.some((type) => type === "integer" || type === "number") && isNumber(text)) return Number(text);
  return types.includes("object") ? (parseJson(text) ?? text) : text;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

export const propertyTypesOf = ({ properties, additional }: ValueTypes, name: string): ValueTypes | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : additional;

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
  parse(text) {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  },
  expected,
});
