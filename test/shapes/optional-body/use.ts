import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent, rejects }: Use): Promise<void> {
  await phone.restart();
  expect(sent().body).toBeUndefined();
  await phone.restart({ later: true });
  expect(sent().body).toEqual({ later: true });
  await phone.restart(undefined, { reason: "example" });
  expect(sent().query).toEqual({ reason: "example" });
  // @ts-expect-error a body needs the field
  await rejects(() => phone.restart({}), 422);
}
