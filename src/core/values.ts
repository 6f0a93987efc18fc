import type { ValueTypes } from "./operation.ts";

/** In levels. Validators and `JSON.stringify` go down by recursion. */
const maxDepth = 500;

/** Parses JSON; `undefined` if it is none, or nested deeper than 500 levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return text.length > maxDepth * 2 && isDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < maxDepth; depth++) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (level.length === 0) return false;
  }
  return true;
}

const anyValue: ValueTypes = { types: [] };

/**
 * Converts the texts of an input to the JSON value that they stand for. A text that stands for none stays as it is, and
 * fails the validation.
 */
export function convert(texts: readonly string[], { types, items }: ValueTypes = anyValue): unknown {
  if (types.includes("array")) return texts.map((text) => convert([text], items));
  // Its schema rejects a list in place of a single value.
  if (texts.length > 1) return texts;
  const [text = ""] = texts;
  const isNull = text === "" || (text === "null" && !types.includes("string"));
  if (isNull && types.includes("null")) return null;
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.some((type) => type === "integer" || type === "number") && isNumber(text)) return Number(text);
  return types.includes("object") ? (parseJson(text) ?? text) : text;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

/** The types of a property. */
export const propertyTypes = ({ properties, additional }: ValueTypes, name: string): ValueTypes | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : additional;
