import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject } from "../tools/copy.ts";
import { root } from "../tools/run.ts";

/** The folders whose tests are about mechanisms, and use the facts of `test/mechanisms.yaml`. */
const folders = ["client", "core", "mcp", "mock", "referee", "testing", "traffic", "types", "validate", "verify"];
export const mechanismFolders = folders.map((folder) => `test/${folder}`);

const contractFile = "openapi/openapi.yaml";
const read = (file: string) => readFileSync(join(root, file), "utf8");

/**
 * Returns the folder of a project with the contract of the tests of mechanisms, so that a new fact changes none of them:
 * this project while it has that contract, and then a copy with it, which is removed at the end of the process. What
 * needs the files that are generated from it generates them first.
 */
export function projectOfMechanisms(): string {
  const contract = read("test/mechanisms.yaml");
  if (contract === read(contractFile)) return root;
  const folder = copyProject("mechanisms");
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  writeFileSync(join(folder, contractFile), contract);
  return folder;
}

/** Generates the files of a project from its contract. */
export const generateFiles = (project: string): Buffer =>
  execFileSync(process.execPath, ["--import", "tsx", "scripts/generate.ts"], { cwd: project });
