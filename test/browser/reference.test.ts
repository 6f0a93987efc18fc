import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerOperations } from "../../generated/ledger.ts";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test("all operations are on one page by name, and nothing fails or leaves the host", async () => {
  const { page, troubles } = await reference.open("#/all-operations");
  const names = await page.locator("#all-operations .catalogue .name").allTextContents();
  expect(names).toEqual(ledgerOperations.map(({ name }) => name));
  expect(troubles).toEqual([]);
});
