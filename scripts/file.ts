import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { root } from "./run.ts";

/** Lists the files of the project, but for those that git ignores. */
export const listProjectFiles = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");

/** Reads a text file; `undefined` if it can't be read, for instance because it doesn't exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
