import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { root } from "../run.ts";

/** Returns the time of one of several calls, made one after the other, in µs. */
export async function timeOf(call: () => unknown, calls: number): Promise<number> {
  const begin = performance.now();
  for (let count = 0; count < calls; count++) await call();
  return ((performance.now() - begin) * 1_000) / calls;
}

/** Takes measurements in turn, so that other load affects all of them. Returns the least result of each. */
export async function measureLeast(turns: number, measurements: (() => Promise<number>)[]): Promise<number[]> {
  const results = measurements.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < turns; turn++) {
    for (const [index, measure] of measurements.entries()) {
      results[index] = Math.min(results[index] ?? 0, await measure());
    }
  }
  return results;
}

export const medianOf = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Runs a script of this project, or of a copy, as `runNode` does. */
export const runScript = (name: string, args: string[] = [], cwd: string = root) =>
  runNode(["--import", "tsx", `scripts/${name}.ts`, ...args], cwd);

/**
 * Runs Node until it ends. Returns its time, its peak memory and its output.
 * @throws Error with the output if the exit code isn't 0.
 */
export async function runNode(args: string[], cwd: string) {
  const begin = performance.now();
  const child = spawn(process.execPath, args, { cwd });
  let output = "";
  let megabytes = 0;
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const sampling = setInterval(() => {
    megabytes = Math.max(megabytes, peakMemory(child.pid));
  }, 20);
  const [code] = (await once(child, "close")) as [number];
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${args.join(" ")} failed.\n${output.slice(0, 3_000)}`);
  return { seconds: (performance.now() - begin) / 1_000, megabytes, output };
}

/** Returns the most memory that a process has had, in MB; 0 if the process has ended, or not on Linux. */
function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}
