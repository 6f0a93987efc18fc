import type { Origin } from "./exchange.ts";

/** The entries of a file that are ignored for one reason, with the numbers of the first. */
export interface IgnoredGroup {
  readonly reason: string;
  readonly file: string;
  readonly times: number;
  readonly entries: readonly number[];
}

const maxNumbers = 20;

/** Creates an account of entries: each is used, or ignored for a reason. */
export function createAccount() {
  const groups = new Map<string, IgnoredGroup & { times: number; entries: number[] }>();
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
      const ignoredGroups: readonly IgnoredGroup[] = [...groups.values()];
      return {
        entries: ignoredGroups.reduce((sum, { times }) => sum + times, usedCount),
        exchanges: usedCount,
        ignored: ignoredGroups,
      };
    },
  };
}

export function describeIgnored({ reason, file, times, entries }: IgnoredGroup): string {
  const numbers = `${entries.join(", ")}${times > entries.length ? ", …" : ""}`;
  return `×${times} in ${file}: ${reason.replace(/\.?$/, ".")} Entries ${numbers}`;
}
