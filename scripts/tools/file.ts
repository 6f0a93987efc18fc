import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "./run.ts";

/**
 * Lists the files of the project, but for those that git ignores. A deleted file is in git's list,
 * and so is a link.
 */
export const listProjectFiles = (): string[] =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    stdio: "pipe",
  })
    .trim()
    .split("\n")
    .filter((file) => statSync(join(root, file), { throwIfNoEntry: false })?.isFile());

/** Reads a text file; `undefined` if it can't be read, for instance because it doesn't exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Writes a file at once: whatever ends the command, it is the old one or the new one.
 * @throws Error of the system, whose `path` is the file
 */
export function replaceFile(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const newFile = `${target}.${process.pid}.new`;
  try {
    writeFileSync(newFile, text, { mode: statSync(target, { throwIfNoEntry: false })?.mode });
    renameSync(newFile, target);
  } catch (error) {
    // The system names no file if a write breaks off.
    throw Object.assign(error as Error, { path: file });
  } finally {
    rmSync(newFile, { force: true });
  }
}

/** Creates a temporary folder. It is removed with the scope of its variable (`using`), or at exit. */
export function createTemporaryFolder(name: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `phone-agent-${name}-`));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once("exit", remove);
  return {
    path,
    [Symbol.dispose]() {
      process.off("exit", remove);
      remove();
    },
  };
}
