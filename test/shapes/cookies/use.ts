import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.readSession({ session: "a b", visit: 2 });
  expect(latestRequest().status).toBe(200);
  // @ts-expect-error The visit is an integer.
  await expectRejection(() => phone.readSession({ session: "a", visit: "second" }), 422);
  // @ts-expect-error The session is required.
  await expectRejection(() => phone.readSession({}), 422);
}
