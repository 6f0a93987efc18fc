import { readFileSync, statSync } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { escapeText } from "../core/text.ts";

/** The most that is read at once, in bytes. */
export const maxText = 64_000_000;

/** A file can't be read. */
export class FileError extends Error {
  constructor(file: string, cause: unknown, advice = "") {
    super(`Can't read ${escapeText(file)}: ${describeSystemError(cause)}. ${advice}`.trim());
  }
}

/**
 * Checks that a file ends: a pipe or a device may not.
 * @param maxSize In bytes. Default: any.
 * @throws Error without the file's name
 */
export function checkFile(file: string, maxSize = Infinity): void {
  const status = statSync(file);
  if (status.isDirectory()) throw new Error("it is a folder");
  if (!status.isFile()) throw new Error("it isn't a regular file");
  if (status.size > maxSize)
    throw new Error(`it is larger than ${Math.round(maxSize / 1_000_000)} MB`);
}

/** Reads a text file. @throws FileError that says why, and then what to do. */
export function readText(file: string, advice = ""): string {
  try {
    checkFile(file, maxText);
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new FileError(file, error, advice);
  }
}

/**
 * Returns the words of the system for an error, such as `no such file or directory`; without any,
 * the error's message.
 */
export function describeSystemError(error: unknown): string {
  const { errno = 0, code, message } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return "it is a folder";
  const [, words = message] = getSystemErrorMap().get(errno) ?? [];
  return words;
}
