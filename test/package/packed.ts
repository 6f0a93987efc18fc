import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const run = promisify(execFile);

/** Creates a project in a temporary folder, with this package, as `npm run test:full` built it, and other packages. */
export async function installPacked(...packages: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-api-"));
  const packResult = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
  });
  const [{ filename, files, unpackedSize }] = JSON.parse(packResult.stdout) as [
    { filename: string; files: { path: string }[]; unpackedSize: number },
  ];
  await writeFile(join(folder, "package.json"), '{ "name": "integrator", "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", join(folder, filename), ...packages], { cwd: folder });
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
    unpackedSize,
  };
}

export type Installed = Awaited<ReturnType<typeof installPacked>>;
