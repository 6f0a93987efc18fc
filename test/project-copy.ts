import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listProjectFiles } from "../scripts/tools/file.ts";
import { root } from "../scripts/tools/run.ts";

/**
 * Copies the project to a temporary folder and repository, for commands that write into the project
 * that they run in.
 */
export function copyProject(name: string): string {
  const copy = mkdtempSync(join(tmpdir(), `phone-agent-${name}-`));
  for (const file of listProjectFiles()) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  execFileSync("git", ["init", "--quiet", copy]);
  return copy;
}
