import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, urls }: Use): Promise<void> {
  expect(await phone.readStatus()).toEqual({ status: "up" });
  expect(urls.at(-1)).not.toContain("token");
  await phone.listTokens();
  expect(urls.at(-1)).toContain("token");
}
