import { outputOf, root, run } from "../run.ts";

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

/** Returns the number that a module prints. It runs in plain Node, without the loader that this command needs. */
export const evaluate = async (module: string): Promise<number> =>
  Number(await outputOf(run(process.execPath, ["--input-type=module", "--eval", module])));

/** Runs a script of this project, or of a copy, as `runNode` does. */
export const runScript = (name: string, args: string[] = [], cwd: string = root) =>
  runNode(["--import", "tsx", `scripts/${name}.ts`, ...args], cwd);

/** Makes a process print its peak memory as it ends, on Linux. Its `maxRSS` would include that of its parent. */
const reportMemory = `import { readFileSync } from "node:fs";
const report = () => console.error(/VmHWM.*/.exec(readFileSync("/proc/self/status", "utf8"))?.[0]);
if (process.platform === "linux") process.on("exit", report);`;

/**
 * Runs Node until it ends. Returns its time, its peak memory, and its output with a line about that.
 * @throws Error with the output if the exit code isn't 0.
 */
export async function runNode(args: string[], cwd: string) {
  const begin = performance.now();
  const preload = `data:text/javascript,${encodeURIComponent(reportMemory)}`;
  const output = await outputOf(run(process.execPath, ["--import", preload, ...args], {}, cwd));
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(output)?.[1]) / 1_000;
  return { seconds: (performance.now() - begin) / 1_000, megabytes, output };
}
