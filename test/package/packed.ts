import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/tools/run.ts";
import { makeOnce } from "../once.ts";

export const run = promisify(execFile);

/** Packs this package as `npm run test:full` built it. */
async function pack(folder: string) {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { cwd: root });
  const [{ filename, files, unpackedSize }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[]; unpackedSize: number },
  ];
  return { tarball: join(folder, filename), files: files.map(({ path }) => path), unpackedSize };
}

/** Creates a project in a temporary folder, with the packed package and other packages. */
export async function installPacked(...packages: string[]) {
  const { value: packedPackage } = await makeOnce("packed", pack);
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-api-"));
  await writeFile(
    join(folder, "package.json"),
    '{ "name": "integrator", "private": true, "type": "module" }',
  );
  await run("npm", ["install", "--no-audit", "--no-fund", packedPackage.tarball, ...packages], {
    cwd: folder,
  });
  return { folder, ...packedPackage };
}
