import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../../scripts/tools/run.ts";
import { packageFolder } from "../built-package.ts";
import { bundle } from "../bundle.ts";

export const run = promisify(execFile);

/** Runs a module in a process of its own, and returns what it prints. */
export async function runModule(contents: string, env: object = {}): Promise<string> {
  const outfile = join(packageFolder, `dist/src/${randomUUID()}.js`);
  await bundle({ stdin: { contents, resolveDir: root }, outfile });
  const { stdout } = await run(process.execPath, [outfile], { env: { ...process.env, ...env } });
  return stdout;
}
