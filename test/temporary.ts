import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a run of the tests one temporary folder for all that it writes, and takes it away at the end. */
export default function setup() {
  const folder = mkdtempSync(join(tmpdir(), "phone-agent-api-test-"));
  process.env["TMPDIR"] = process.env["TEMP"] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
