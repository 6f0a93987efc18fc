import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { installPacked, root } from "../package/packed.ts";

interface Recipe {
  /** The names of the recipe's samples. */
  files: string[];
  /** The packages that a user also installs, from the registry. */
  packages?: string[];
  /** Packages that are linked from the dependencies of this project or of its consumers. */
  linked?: string[];
}

/** Creates a user's project with the packed package and a recipe, whose fixed ports are replaced by free ones. */
export async function createProject({ files, packages = [], linked = [] }: Recipe) {
  const { folder } = await installPacked(...packages);
  const [mockPort = "", appPort = ""] = await freePorts(2);
  for (const file of files) {
    const folders = ["test/samples/recipes", "test/consumers/recipes"].map((path) => join(root, path, file));
    const text = await readFile(folders.find(existsSync) ?? file, "utf8");
    await writeFile(join(folder, file), text.replaceAll("4010", mockPort).replaceAll("3000", appPort));
  }
  for (const name of linked) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    const folders = ["node_modules", "test/consumers/node_modules"].map((path) => join(root, path, name));
    await symlink(folders.find(existsSync) ?? name, link);
  }
  return { folder, mockPort, appPort };
}

/** Returns ports that differ: each is still in use when the next is chosen. */
async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => `${(server.address() as AddressInfo).port}`);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
