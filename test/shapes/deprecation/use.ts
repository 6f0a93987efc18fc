import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  expect(await phone.readOld({ shape: "round" })).toEqual({ value: 1 });
}
