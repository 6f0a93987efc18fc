import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "../../scripts/tools/run.ts";

export const run = promisify(execFile);

/** Runs a module in a process of its own, and returns what it prints. */
export const runModule = async (script: string, env: object = {}): Promise<string> =>
  (
    await run(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
      cwd: root,
      env: { ...process.env, ...env },
    })
  ).stdout;
