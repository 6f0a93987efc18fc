import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.uploadRows("name\nfirst\n");
  expect(latestRequest()).toMatchObject({
    headers: { "content-type": expect.stringMatching(/^text\/csv/) },
    body: "name\nfirst\n",
  });
  // @ts-expect-error a text
  () => phone.uploadRows({ name: "first" });
}
