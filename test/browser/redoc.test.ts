import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOperations, readContract } from "../../scripts/contract.ts";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test("an operation's link opens it in Redoc, from disk too, and nothing is sent to another host", async () => {
  const page = await reference.browser.newPage();
  const addresses: string[] = [];
  page.on("response", (response) => addresses.push(response.url()));
  await page.goto(`${pathToFileURL(join(reference.folder, "operations/listJunkInbox.html"))}`);
  await page.getByRole("link", { name: "Open in Redoc" }).click();
  await page.waitForURL(/redoc\.html#\/messaging\/listjunkinbox$/);
  await page.getByRole("heading", { name: "List junk inbox rooms" }).first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(addresses.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  await page.close();
});

test("Redoc's page contains every documented operation, and a policy against other hosts", () => {
  const page = readFileSync(join(reference.folder, "redoc.html"), "utf8");
  expect(page).toMatch(/content="default-src 'none'; script-src 'sha256-[^;]+ blob:;/);
  for (const { path } of pathOperations(readContract())) expect(page).toContain(path);
});
