import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  const counters = await phone.readCounters();
  const { label, labeled, marks, calls } = counters;
  expect([label satisfies string, labeled satisfies boolean | undefined, marks?.["x-a"], calls]).toEqual([
    "Both",
    true,
    1,
    1,
  ]);
  expect(findings("readCounters", { label: "A", calls: "1" }).contradictions).toEqual(["/calls"]);
}
