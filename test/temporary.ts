import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeFrozen } from "../scripts/tools/frozen.ts";

/** Creates a temporary folder for a run of the tests, and removes it at the end. */
export default async function setup() {
  await writeFrozen();
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-test-"));
  process.env["TMPDIR"] = process.env["TEMP"] = folder;
  // Compiled files are in `dist`, from which they can import the package.
  const compiledFolder = fileURLToPath(new URL(`../dist/${basename(folder)}`, import.meta.url));
  // Removed without blocking: Vitest is waiting for the last worker to end, and would report that
  // it doesn't.
  return () =>
    Promise.all(
      [folder, compiledFolder].map((path) =>
        rm(path, { recursive: true, force: true, maxRetries: 3 }),
      ),
    );
}
