import { createMisuse } from "./errors.ts";

/** Returns whether a value is an object that doesn't name its type, as `Map`, `Headers` and `AbortSignal` do. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === "[object Object]";

/** Returns the entries of a plain object. Throws for other values, and for names that aren't known. */
export function readEntries(values: unknown, knownNames?: readonly string[]): [name: string, value: unknown][] {
  if (!isPlainObject(values)) throw createMisuse("Options, inputs, queries and forms must be plain objects.");
  const unknown = knownNames && Object.keys(values).find((name) => !knownNames.includes(name));
  if (unknown !== undefined) throw createMisuse(`Unknown option \`${unknown}\`. Known: ${knownNames?.join(", ")}.`);
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
