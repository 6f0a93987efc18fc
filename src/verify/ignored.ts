import type { IgnoredEntry } from "./traffic/exchange.ts";

/** The ignored entries of a file that have one reason. */
export interface IgnoredGroup {
  readonly reason: string;
  readonly file: string;
  readonly times: number;
  /** The numbers of the entries in the file: `1-3, 7`. */
  readonly entries: string;
}

/** Creates the groups of ignored entries, by file and reason. */
export function createIgnored() {
  const groups = new Map<string, { reason: string; file: string; times: number; ranges: [number, number][] }>();
  return {
    add({ file, number, reason }: IgnoredEntry): void {
      const key = JSON.stringify([file, reason]);
      const group = groups.get(key) ?? { reason, file, times: 0, ranges: [] };
      groups.set(key, group);
      group.times++;
      const last = group.ranges.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else group.ranges.push([number, number]);
    },
    list: (): IgnoredGroup[] =>
      [...groups.values()].map(({ ranges, ...group }) => ({
        ...group,
        entries: ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(", "),
      })),
  };
}
