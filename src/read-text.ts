import { readFileSync } from "node:fs";
import { describeSystemError } from "./system-error.ts";

/** Reads a text file. @throws Error that says why a file can't be read, and then what to do. */
export function readText(file: string, advice = ""): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`Can't read ${file}: ${describeSystemError(error)}. ${advice}`.trim());
  }
}
