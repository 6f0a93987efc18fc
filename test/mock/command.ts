import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../../scripts/run.ts";
import { bundleCli } from "../bundled-cli.ts";

/** The command, compiled once for all files of a worker: hooks of a shared module belong to the first of them. */
export const cli = join(root, "dist", basename(tmpdir()), `cli-${process.pid}.js`);
await bundleCli(cli);

/** Runs the command and gathers what it prints. */
export const mock = (...args: string[]) => started([cli, "mock", ...args]);

/** Runs Node with these arguments. */
export function started(args: string[], env = process.env, cwd = root) {
  const child = spawn(process.execPath, args, { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (printed.stdout += chunk));
  child.stderr.on("data", (chunk) => (printed.stderr += chunk));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    printed,
    code,
    stop: (signal: NodeJS.Signals = "SIGTERM") => child.kill(signal) && code,
    async until(what: () => unknown): Promise<void> {
      for (let waited = 0; !what(); waited += 20) {
        if (waited > 10_000) throw new Error(`It never came: ${JSON.stringify(printed)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Runs the command on a free port until it answers. */
export async function ready(...args: string[]) {
  const process = mock("--port", "0", "--json", ...args);
  await process.until(() => process.printed.stdout.includes("\n"));
  const { url } = JSON.parse(process.printed.stdout) as { url: string };
  return { ...process, url, get: (path: string, headers = {}) => fetch(`${url}${path}`, { headers }) };
}
