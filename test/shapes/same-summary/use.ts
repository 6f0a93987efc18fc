import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.readTwice();
  await phone.writeTwice();
  expect(sent().operation).toBe("writeTwice");
}
