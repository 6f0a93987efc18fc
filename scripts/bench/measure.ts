import { readIfPresent } from "../tools/file.ts";
import { outputOf, root, run } from "../tools/run.ts";

/** A figure of the performance table. Ours and the peer's are measured in the same run. */
export interface Measurement {
  figure: string;
  unit: string;
  ours: number;
  peer?: { name: string; value: number };
  /** The upper bound of `ours / peer`, or of `ours` without a peer. */
  maximum?: number | undefined;
  minimum?: number | undefined;
}

/**
 * Makes calls, one after the other. Returns the time of one in µs, and how many of them take a
 * second.
 */
export async function timeCalls(call: () => unknown, calls: number) {
  const begin = performance.now();
  for (let count = 0; count < calls; count++) await call();
  const time = ((performance.now() - begin) * 1_000) / calls;
  return { time, rate: 1e6 / time };
}

const medianOf = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * Takes two measurements in turn, so that other load affects both. Returns a function that compares
 * the medians of a figure, or of two.
 */
export async function compareInTurn<Figures>(
  turns: number,
  name: string,
  measureOurs: () => Promise<Figures>,
  measurePeer: () => Promise<Figures>,
) {
  const results: { ours: Figures; peer: Figures }[] = [];
  while (results.length < turns)
    results.push({ ours: await measureOurs(), peer: await measurePeer() });
  const median = (side: "ours" | "peer", figure: keyof Figures) =>
    medianOf(results.map((result) => Number(result[side][figure])));
  return (figure: keyof Figures, peerFigure = figure) => ({
    ours: median("ours", figure),
    peer: { name, value: median("peer", peerFigure) },
  });
}

/** Runs a script of this project, or of a copy, as `runNode` does. */
export const runScript = (name: string, args: string[] = [], cwd: string = root) =>
  runNode(["--import", "tsx", `scripts/${name}.ts`, ...args], cwd);

/** The memory of a running process in MB; `NaN` on a system other than Linux. */
export const memoryOf = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readIfPresent(`/proc/${pid}/status`) ?? "")?.[1]) / 1_000;

/**
 * Makes a process print its CPU time and, on Linux, its peak memory as it ends. Its `maxRSS` would
 * include its parent's.
 */
const reportMemory = `import { readFileSync } from "node:fs";
const report = () => console.error(/VmHWM.*/.exec(readFileSync("/proc/self/status", "utf8"))?.[0]);
if (process.platform === "linux") process.on("exit", report);
process.on("exit", () => console.error("CPU:", (process.cpuUsage().user + process.cpuUsage().system) / 1e6));`;

/** Runs Node until it ends. */
export async function runNode(args: string[], cwd: string) {
  const begin = performance.now();
  const preload = `data:text/javascript,${encodeURIComponent(reportMemory)}`;
  const output = await outputOf(run(process.execPath, ["--import", preload, ...args], {}, cwd));
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(output)?.[1]) / 1_000;
  const cpuSeconds = Number(/^CPU: ([\d.]+)$/m.exec(output)?.[1]);
  return { seconds: (performance.now() - begin) / 1_000, cpuSeconds, megabytes };
}
