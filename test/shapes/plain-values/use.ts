import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, findings }: Use): Promise<void> {
  expect((await phone.countThings()) satisfies number).toBe(0);
  const [row] = await phone.readMatrix();
  expect(row?.["first"]?.[1] satisfies number | null | undefined).toBe(null);
  expect(findings("readMatrix", [{ first: ["1"] }]).contradictions).toEqual(["/0/first/0"]);
}
