import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.listNullable({ owner: 1 });
  expect(latestRequest().query).toEqual({ owner: "1" });
  await phone.listNullable({ owner: null });
  expect(latestRequest().query).toEqual({ owner: "null" });
}
