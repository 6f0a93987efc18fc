export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Returns the JSON type of a value; `integer` for a number without a fraction. */
export function typeOf(
  value: unknown,
): "null" | "array" | "object" | "string" | "boolean" | "integer" | "number" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value)
    ? "integer"
    : (typeof value as "object" | "string" | "boolean" | "number");
}

/** Returns whether a schema's types include one: an integer is a number, too. */
export const includesType = (types: readonly unknown[], type: string): boolean =>
  types.includes(type) || (type === "integer" && types.includes("number"));

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** In levels. Validators and `JSON.stringify` are recursive. */
export const maxDepth = 500;

/** Parses JSON. Returns `undefined` for other text, and if it is nested deeper than so many levels. */
export function parseJson(text: string, levels = maxDepth): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return levels < Infinity && isDeeper(value, levels) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));
