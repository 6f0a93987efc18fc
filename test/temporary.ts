import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Gives a run of the tests one temporary folder for all that it writes, and takes it away at the end. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-test-"));
  process.env["TMPDIR"] = process.env["TEMP"] = folder;
  // What is compiled is beside the package that it imports.
  const compiled = fileURLToPath(new URL(`../dist/${basename(folder)}`, import.meta.url));
  return () => {
    for (const path of [folder, compiled]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  };
}
