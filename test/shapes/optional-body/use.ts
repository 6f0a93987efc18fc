import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.restart();
  expect(latestRequest().body).toBeUndefined();
  await phone.restart({ later: true });
  expect(latestRequest().body).toEqual({ later: true });
  await phone.restart(undefined, { reason: "example" });
  expect(latestRequest().query).toEqual({ reason: "example" });
  // @ts-expect-error a body needs the field
  await expectRejection(() => phone.restart({}), 422);
}
