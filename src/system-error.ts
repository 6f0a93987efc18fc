import { getSystemErrorMap } from "node:util";

/** Returns the words of the system for an error, such as `no such file or directory`; without any, the error's message. */
export function describeSystemError(error: unknown): string {
  const { errno = 0, code, message } = error as NodeJS.ErrnoException;
  if (code === "EISDIR") return "it is a folder";
  const [, words = message] = getSystemErrorMap().get(errno) ?? [];
  return words;
}
