import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, urls, expectRejection }: Use): Promise<void> {
  await phone.filterTasks({ filter: { kind: "a&b", limit: 2 } });
  expect(decodeURIComponent(`${urls.at(-1)}`)).toContain("filter[kind]=a&b&filter[limit]=2");
  // @ts-expect-error The limit is an integer.
  await expectRejection(() => phone.filterTasks({ filter: { kind: "call", limit: "two" } }), 422);
}
