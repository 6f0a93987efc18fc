import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone }: Use): Promise<void> {
  const logs: string[] = [];
  for await (const log of phone.items("listLogs", { size: 2 })) logs.push(log satisfies string);
  expect(logs).toEqual(["a", "b", "c", "d", "e"]);
  const pages: number[] = [];
  for await (const page of phone.pages("listLogs", { size: 2 })) pages.push(page.pageNumber);
  expect(pages).toEqual([0, 1, 2]);
  // @ts-expect-error has no pages
  () => phone.items("listTokens");
}
