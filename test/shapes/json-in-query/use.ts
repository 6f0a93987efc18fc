import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, urls, expectRejection }: Use): Promise<void> {
  await phone.searchLogs({ condition: { level: "error", codes: [1, 2] } });
  const { searchParams } = new URL(`${urls.at(-1)}`);
  expect(JSON.parse(searchParams.get("condition") ?? "")).toEqual({ level: "error", codes: [1, 2] });
  // @ts-expect-error The codes are integers.
  await expectRejection(() => phone.searchLogs({ condition: { level: "error", codes: ["a"] } }), 422);
}
