import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, latestRequest }: Use): Promise<void> {
  await phone.readAllLists();
  expect(latestRequest().operation).toBe("readAllLists");
  // No operation deletes all lists, so this is a list that is called "all".
  await phone.deleteList("all");
  expect(latestRequest()).toMatchObject({ operation: "deleteList", method: "DELETE" });
  await expect(phone.readList("all")).rejects.toMatchObject({ kind: "configuration", operation: "readList" });
}
