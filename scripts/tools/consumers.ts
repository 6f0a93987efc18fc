import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root, run } from "./run.ts";

/** The package of what only `npm run test:full`, `npm run bench` and `npm run release` need. */
export const consumersFolder = join(root, "test/consumers");

/** Installs test/consumers if its lockfile has changed since the last installation. */
export async function installConsumers(): Promise<void> {
  const [installed, lockfile] = ["node_modules/.package-lock.json", "package-lock.json"].map(
    (file) => statSync(join(consumersFolder, file), { throwIfNoEntry: false })?.mtimeMs,
  );
  if (installed && lockfile && installed > lockfile) return;
  console.error("Installing test/consumers …");
  const { ok, output } = await run("npm", [
    "ci",
    "--no-audit",
    "--no-fund",
    "--prefix",
    consumersFolder,
  ]);
  if (!ok) throw new Error(`test/consumers can't be installed.\n${output}`);
}

export const consumerFile = (name: string): string =>
  createRequire(join(consumersFolder, "package.json")).resolve(name);
