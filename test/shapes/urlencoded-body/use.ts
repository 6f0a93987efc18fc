import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest, expectRejection }: Use): Promise<void> {
  await phone.sendForm({ name: "Example & more", count: 2 });
  expect(latestRequest()).toMatchObject({
    headers: { "content-type": expect.stringMatching(/^application\/x-www-form-urlencoded/) },
    body: "name=Example+%26+more&count=2",
  });
  // @ts-expect-error the name is required
  await expectRejection(() => phone.sendForm({ count: 2 }), 422);
}
