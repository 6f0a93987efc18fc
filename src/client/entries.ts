import { configError } from "./errors.ts";

/** `Map`, `Headers`, `AbortSignal` and others name their type. */
export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === "[object Object]";

/** Returns `undefined` if the function throws. */
export function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Returns the entries of a plain object that aren't undefined. Throws for other values, and for
 * names that aren't known.
 * @param subject Names the object in the message.
 */
export function definedEntries(
  values: unknown,
  knownNames?: readonly string[],
  subject = "Query",
): [name: string, value: unknown][] {
  if (!isPlainObject(values)) throw configError(`${subject} must be a plain object.`);
  const unknown = knownNames && Object.keys(values).find((name) => !knownNames.includes(name));
  if (unknown !== undefined)
    throw configError(`Unknown option \`${unknown}\`. Known: ${knownNames?.join(", ")}.`);
  return Object.entries(values).filter(([, value]) => value !== undefined);
}
