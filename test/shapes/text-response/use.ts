import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const usage: string = await phone.exportUsage();
  expect(usage).toBe("day,calls\n1,2\n2,5\n");
}
