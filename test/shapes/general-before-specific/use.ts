import { expect } from "vitest";
import type { Use } from "../use.ts";

export default async function ({ phone, sent }: Use): Promise<void> {
  await phone.readAllLists();
  expect(sent().operation).toBe("readAllLists");
  // No operation deletes all lists, so this is a list that is called "all".
  await phone.deleteList("all");
  expect(sent()).toMatchObject({ operation: "deleteList", method: "DELETE" });
  await expect(phone.readList("all")).rejects.toMatchObject({ kind: "configuration", operation: "readList" });
}
