import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root, run } from "./run.ts";

/** The package of what only `npm run test:full`, `npm run bench` and `npm run size` need. */
export const consumersFolder = join(root, "test/consumers");

/** Installs test/consumers, unless the installed packages are those of its lockfile. */
export async function installConsumers(): Promise<void> {
  const installed = join(consumersFolder, "node_modules/.package-lock.json");
  if (existsSync(installed) && isSame(installed, join(consumersFolder, "package-lock.json"))) return;
  console.error("Installing test/consumers …");
  const { ok, output } = await run("npm", ["ci", "--no-audit", "--no-fund", "--prefix", consumersFolder]);
  if (!ok) throw new Error(`test/consumers can't be installed.\n${output}`);
}

/** Compares the installed packages with a lockfile. npm records neither the package itself nor those for other machines. */
function isSame(installed: string, lockfile: string): boolean {
  const [installedPackages, lockedPackages] = [installed, lockfile].map(
    (file) => JSON.parse(readFileSync(file, "utf8")).packages,
  );
  const optional = (path: string) => path === "" || lockedPackages[path].optional === true;
  return Object.keys(lockedPackages).every(
    (path) => optional(path) || installedPackages[path]?.integrity === lockedPackages[path].integrity,
  );
}

/** Returns a file of an installed consumer, such as its command. */
export const consumerFile = (name: string): string =>
  createRequire(join(consumersFolder, "package.json")).resolve(name);
