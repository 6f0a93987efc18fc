import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const run = promisify(execFile);

/** A project of its own, outside of this one, with the packed package installed in it. */
export async function installed() {
  const folder = await mkdtemp(join(tmpdir(), "phone-agent-api-"));
  await run("npm", ["run", "build"], { cwd: root });
  const packed = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const [{ filename, files }] = JSON.parse(packed.stdout) as [{ filename: string; files: { path: string }[] }];
  await writeFile(join(folder, "package.json"), '{ "name": "integrator", "private": true, "type": "module" }');
  await run("npm", ["install", "--no-audit", "--no-fund", join(folder, filename)], { cwd: folder });
  return {
    folder,
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
  };
}

export type Installed = Awaited<ReturnType<typeof installed>>;
