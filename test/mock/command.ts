import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { cli } from "../built-package.ts";

/** Runs the command and collects its output. */
export const runMockCommand = (...args: string[]) => startNode([cli, "mock", ...args]);

/**
 * A module that ends its process with the worker that started it: the pipe closes, however the
 * worker ends.
 */
const endWithWorker = `data:text/javascript,${encodeURIComponent('process.stdin.on("end", process.exit).resume().unref()')}`;

/** Runs Node with these arguments. */
export function startNode(args: string[], env = process.env, cwd = root) {
  const child = spawn(process.execPath, ["--import", endWithWorker, ...args], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += chunk));
  child.stderr.on("data", (chunk) => (output.stderr += chunk));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    output,
    code,
    stop: (signal: NodeJS.Signals = "SIGTERM") => child.kill(signal) && code,
    async waitUntil(isMet: () => unknown): Promise<void> {
      for (let waited = 0; !isMet(); waited += 20) {
        if (waited > 50_000) throw new Error(`Timeout. Printed: ${JSON.stringify(output)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

/** Runs the command on a free port, and waits until it is ready. */
export async function startReady(...args: string[]) {
  const process = runMockCommand("--port", "0", "--json", ...args);
  await process.waitUntil(() => process.output.stdout.includes("\n"));
  const { url } = JSON.parse(process.output.stdout) as { url: string };
  return {
    ...process,
    url,
    get: (path: string, headers = {}) => fetch(`${url}${path}`, { headers }),
  };
}
