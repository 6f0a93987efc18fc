import { optionError } from "./errors.ts";

/** Merges headers. Later ones replace earlier ones. An error quotes no value. */
export function mergeHeaders(...sources: (RequestInit["headers"] | undefined)[]): Headers {
  try {
    const merged = new Headers();
    for (const headers of sources) {
      for (const [name, value] of new Headers(headers)) merged.set(name, value);
    }
    return merged;
  } catch {
    throw optionError("headers", "has an invalid name or value.");
  }
}
