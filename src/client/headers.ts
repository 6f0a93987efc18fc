import { definedEntries, isPlainObject } from "./entries.ts";
import { optionError } from "./errors.ts";

/**
 * Merges headers. Later ones replace earlier ones, null removes them, and undefined changes
 * nothing, as in openapi-fetch. An error quotes no value.
 */
export function mergeHeaders(...sources: (RequestInit["headers"] | undefined)[]): Headers {
  try {
    const merged = new Headers();
    for (const headers of sources) {
      const entries = isPlainObject(headers) ? definedEntries(headers) : new Headers(headers);
      for (const [name, value] of entries) {
        if (value === null) merged.delete(name);
        else merged.set(name, value as string);
      }
    }
    return merged;
  } catch {
    throw optionError("headers", "has an invalid name or value.");
  }
}
