import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent, rejects }: Use): Promise<void> {
  await phone.moveItem(1, "one", { reason: "Example" }, { targetList: "archive", position: 2 });
  expect(sent()).toMatchObject({
    path: "/api/v2/shapes/1/items/one",
    query: { target_list: "archive", position: "2" },
    body: { reason: "Example" },
  });
  const ifUnmodifiedSince = "2026-01-01T00:00:00Z";
  await phone.moveItem(1, "one", { reason: "Example" }, { targetList: "inbox", ifUnmodifiedSince });
  expect(sent().headers["if-unmodified-since"]).toBe(ifUnmodifiedSince);
  // @ts-expect-error a required input
  await rejects(() => phone.moveItem(1, "one", { reason: "Example" }, {}), 422);
  // @ts-expect-error no such input
  await rejects(() => phone.moveItem(1, "one", { reason: "Example" }, { targetList: "inbox", color: 1 }), undefined);
}
