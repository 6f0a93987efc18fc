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
