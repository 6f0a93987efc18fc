import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.listNullable({ owner: 1 });
  expect(sent().query).toEqual({ owner: "1" });
  await phone.listNullable({ owner: null });
  expect(sent().query).toEqual({ owner: "null" });
}
