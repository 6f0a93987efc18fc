import type { LiveEnd } from "./live/run.ts";
import { readTraffic, type TrafficFile } from "./traffic/read.ts";
import type { createVerification } from "./verification.ts";

const progressEvery = 2000;

/** Holds files against the contract. */
export async function runRecorded(
  files: readonly TrafficFile[],
  baseUrl: string | undefined,
  add: ReturnType<typeof createVerification>["add"],
  signal: AbortSignal,
  progress: (line: string) => void,
): Promise<LiveEnd> {
  let entries = 0;
  let told = performance.now();
  for (const file of files) {
    for await (const item of readTraffic(file, baseUrl)) {
      if (signal.aborted) return { skipped: [], stopped: "Interrupted." };
      add(item);
      entries++;
      if (performance.now() - told < progressEvery) continue;
      told = performance.now();
      progress(`${entries.toLocaleString("en")} entries read`);
      // A signal is only heard between two tasks.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { skipped: [], stopped: "" };
}
