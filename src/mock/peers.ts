import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Loads an optional peer that is installed next to this package or, for a global installation, in the working directory.
 * @param purpose Completes "The mock needs … to".
 * @throws an error that says what to install.
 */
export async function loadPeer<Module>(
  specifier: string,
  purpose: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  try {
    const { resolve } = createRequire(join(process.cwd(), "package.json"));
    return (await import(pathToFileURL(resolve(specifier)).href)) as Module;
  } catch {
    const peers = Object.entries(readManifest().peerDependencies);
    const [name, range] = peers.find(([peer]) => `${specifier}/`.startsWith(`${peer}/`)) ?? [specifier, "*"];
    throw new Error(`The mock needs ${name} to ${purpose}. Run: npm install -D "${name}@${range}"`);
  }
}

export function readManifest(): { version: string; peerDependencies: Record<string, string> } {
  const file = new URL("../package.json", import.meta.resolve("phone-agent-api/openapi.yaml"));
  return JSON.parse(readFileSync(file, "utf8"));
}
