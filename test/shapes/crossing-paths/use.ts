import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.readLive("one");
  expect(latestRequest().operation).toBe("readLive");
  await phone.readVersion("1");
  expect(latestRequest().operation).toBe("readVersion");
}
