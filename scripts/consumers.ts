import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root, run } from "./run.ts";

/** The package of what only `npm run test:full`, `npm run bench` and `npm run size` need. */
export const consumersFolder = join(root, "test/consumers");

/** Installs it, unless what is installed is what its lockfile says. */
export async function installConsumers(): Promise<void> {
  const installed = join(consumersFolder, "node_modules/.package-lock.json");
  if (existsSync(installed) && isSame(installed, join(consumersFolder, "package-lock.json"))) return;
  console.error("Installing test/consumers …");
  const { ok, output } = await run("npm", ["ci", "--no-audit", "--no-fund", "--prefix", consumersFolder]);
  if (!ok) throw new Error(`test/consumers can't be installed.\n${output}`);
}

/** npm records what it installed without the package itself, and without what is for other machines. */
function isSame(installed: string, lockfile: string): boolean {
  const [here, wanted] = [installed, lockfile].map((file) => JSON.parse(readFileSync(file, "utf8")).packages);
  const optional = (path: string) => path === "" || wanted[path].optional === true;
  return Object.keys(wanted).every((path) => optional(path) || here[path]?.integrity === wanted[path].integrity);
}

/** A file of an installed consumer, such as its command. */
export const consumerFile = (name: string): string =>
  createRequire(join(consumersFolder, "package.json")).resolve(name);
