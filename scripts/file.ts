import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.ts";

/** Lists the files of the project, but for those that git ignores. A deleted file is in git's list until a commit. */
export const listProjectFiles = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    stdio: "pipe",
  })
    .trim()
    .split("\n")
    .filter((file) => existsSync(join(root, file)));

/** Reads a text file; `undefined` if it can't be read, for instance because it doesn't exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
