import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent, rejects }: Use): Promise<void> {
  await phone.sendForm({ name: "Example & more", count: 2 });
  expect(sent()).toMatchObject({
    headers: { "content-type": expect.stringMatching(/^application\/x-www-form-urlencoded/) },
    body: "name=Example+%26+more&count=2",
  });
  // @ts-expect-error the name is required
  await rejects(() => phone.sendForm({ count: 2 }), 422);
}
