import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.listListed({ ids: [1, 2], states: ["a,b", "c"] });
  expect(latestRequest()).toMatchObject({ query: { ids: "1,2", states: ["a,b", "c"] }, undeclared: [] });
}
