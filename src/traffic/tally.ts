import type { Origin } from "./exchange.ts";

/** The entries of a file that are ignored for one reason, with the numbers of the first. */
interface IgnoredGroup {
  reason: string;
  file: string;
  times: number;
  entries: number[];
}

const maxNumbers = 20;

/** Creates the tally of entries: each is used, or ignored for a reason. */
export function createTally() {
  const groups = new Map<string, IgnoredGroup>();
  let usedCount = 0;
  return {
    use(): void {
      usedCount++;
    },
    ignore({ file, number }: Origin, reason: string): void {
      const key = JSON.stringify([file, reason]);
      const group = groups.get(key) ?? { reason, file, times: 0, entries: [] };
      groups.set(key, group);
      if (group.times++ < maxNumbers) group.entries.push(number);
    },
    result() {
      const ignored = [...groups.values()];
      const entries = ignored.reduce((sum, { times }) => sum + times, usedCount);
      return { entries, exchanges: usedCount, ignored };
    },
  };
}

export function describeIgnored({ reason, file, times, entries }: IgnoredGroup): string {
  const numbers = `${entries.join(", ")}${times > entries.length ? ", …" : ""}`;
  return `×${times} in ${file}: ${reason.replace(/\.?$/, ".")} Entries ${numbers}`;
}
