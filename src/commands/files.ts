import { readFileSync } from "node:fs";
import { getSystemErrorMap } from "node:util";

/** Reads a text file. @throws Error that says why a file can't be read, and then what to do. */
export function readText(file: string, advice = ""): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`Can't read ${file}: ${describeSystemError(error)}. ${advice}`.trim());
  }
}

/** Returns the words of the system for an error, such as `no such file or directory`; without any, the error's message. */
export function describeSystemError(error: unknown): string {
  const { errno = 0, code, message } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return "it is a folder";
  const [, words = message] = getSystemErrorMap().get(errno) ?? [];
  return words;
}
