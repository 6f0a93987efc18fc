import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.listActive(false);
  expect(sent().path).toBe("/api/v2/shapes/active/false");
}
