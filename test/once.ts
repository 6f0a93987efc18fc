import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";

/**
 * Makes something once for all test files of a run, which share its folder: the first makes it, the
 * others wait. Returns the folder, and what `make` returned, which is stored as JSON.
 */
export async function makeOnce<Value>(name: string, make: (folder: string) => Promise<Value>) {
  const folder = join(tmpdir(), name);
  const file = `${folder}.json`;
  if (mkdirSync(folder, { recursive: true })) {
    writeFileSync(`${file}.part`, JSON.stringify(await make(folder)));
    renameSync(`${file}.part`, file);
  }
  await vi.waitFor(() => readFileSync(file), { timeout: 60_000, interval: 100 });
  return { folder, value: JSON.parse(readFileSync(file, "utf8")) as Value };
}
