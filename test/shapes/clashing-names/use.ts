import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const { options } = await phone.readRecord();
  expect(options.operations satisfies number).toBe(1);
}
