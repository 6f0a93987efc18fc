import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.moveItem(1, "one", { reason: "Example" }, { targetList: "archive", position: 2 });
  expect(latestRequest()).toMatchObject({
    path: "/api/v2/shapes/1/items/one",
    query: { target_list: "archive", position: "2" },
    body: { reason: "Example" },
  });
  const ifUnmodifiedSince = "2026-01-01T00:00:00Z";
  await phone.moveItem(1, "one", { reason: "Example" }, { targetList: "inbox", ifUnmodifiedSince });
  expect(latestRequest().headers["if-unmodified-since"]).toBe(ifUnmodifiedSince);
  // @ts-expect-error a required input
  await expectRejection(() => phone.moveItem(1, "one", { reason: "Example" }, {}), 422);
  await expectRejection(
    // @ts-expect-error no such input
    () => phone.moveItem(1, "one", { reason: "Example" }, { targetList: "inbox", color: 1 }),
    undefined,
  );
}
