import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.listActive(false);
  expect(latestRequest().path).toBe("/api/v2/shapes/active/false");
}
