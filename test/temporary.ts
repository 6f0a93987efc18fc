import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Creates a temporary folder for a run of the tests, and removes it at the end. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-test-"));
  process.env["TMPDIR"] = process.env["TEMP"] = folder;
  // Compiled files are in `dist`, from which they can import the package.
  const compiledFolder = fileURLToPath(new URL(`../dist/${basename(folder)}`, import.meta.url));
  return () => {
    for (const path of [folder, compiledFolder]) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  };
}
