import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const run = promisify(execFile);

/** A project of its own, outside of this one, with other packages and the packed one, as `npm run test:full` built it. */
export async function installed(...packages: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-api-"));
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const [{ filename, files, unpackedSize }] = JSON.parse(packed.stdout) as [
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

export type Installed = Awaited<ReturnType<typeof installed>>;
