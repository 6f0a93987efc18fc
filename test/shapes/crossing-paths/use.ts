import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.readLive("one");
  expect(sent().operation).toBe("readLive");
  await phone.readVersion("1");
  expect(sent().operation).toBe("readVersion");
}
