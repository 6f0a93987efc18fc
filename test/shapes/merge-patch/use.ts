import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.patchThing("a/b", { label: null });
  expect(latestRequest()).toMatchObject({
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { label: null },
  });
  // @ts-expect-error the label is a text or null
  await expectRejection(() => phone.patchThing("1", { label: 1 }), 422);
}
