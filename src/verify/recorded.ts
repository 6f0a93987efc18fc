import { shippedContract } from "./contract.ts";
import { isIgnored } from "./traffic/exchange.ts";
import { readTraffic, type TrafficFile } from "./traffic/read.ts";
import type { createVerification } from "./verification.ts";

const progressEvery = 2000;

/** Compares files with the contract. Resolves to sentences that say why that is incomplete; empty if it's complete. */
export async function runRecorded(
  files: readonly TrafficFile[],
  baseUrl: string | undefined,
  add: ReturnType<typeof createVerification>["add"],
  signal: AbortSignal,
  progress: (line: string) => void,
): Promise<string> {
  let entries = 0;
  let lastProgressAt = performance.now();
  const cutOff = new Set<string>();
  const sentences = () => [...cutOff].map((file) => `${file} breaks off: record it again.`);
  for (const file of files) {
    for await (const item of readTraffic(file, baseUrl, shippedContract.validate)) {
      if (signal.aborted) return [...sentences(), "Interrupted."].join(" ");
      add(item);
      if (isIgnored(item) && item.breaksOff) cutOff.add(item.file);
      entries++;
      if (performance.now() - lastProgressAt < progressEvery) continue;
      lastProgressAt = performance.now();
      progress(`${entries.toLocaleString("en")} entries read`);
      // Lets the handlers of SIGINT and SIGTERM run.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return sentences().join(" ");
}
