import { readFileSync } from "node:fs";

/** Reads a text file; `undefined` if it can't be read, for instance because it doesn't exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
