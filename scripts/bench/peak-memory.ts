import { readFileSync } from "node:fs";

/** Returns the most memory that a process has had, in MB; 0 if the process has ended, or not on Linux. */
export function peakMemory(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_000;
  } catch {
    return 0;
  }
}
