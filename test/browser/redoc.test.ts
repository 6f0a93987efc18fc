import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pathOperations, readContract } from "../../scripts/contract.ts";
import { redocPage } from "../../scripts/docs/redocly.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test("an operation's link to Redoc opens it there, from disk too, and nothing is sent to another host", async () => {
  const page = await reference.browser.newPage();
  const sent: string[] = [];
  page.on("response", (response) => sent.push(response.url()));
  await page.goto(`${pathToFileURL(join(reference.folder, "operations/listJunkInbox.html"))}`);
  await page.getByRole("link", { name: "Open in Redoc" }).click();
  await page.waitForURL(/redoc\.html#\/messaging\/listjunkinbox$/);
  await page.getByRole("heading", { name: "List junk inbox rooms" }).first().waitFor();
  await page.waitForLoadState("networkidle");
  expect(sent.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  await page.close();
});

test("Redoc's page contains every documented operation, and a policy against other hosts", () => {
  const page = readFileSync(join(reference.folder, "redoc.html"), "utf8");
  expect(page).toMatch(/content="default-src 'none'; script-src 'sha256-[^;]+ blob:;/);
  for (const { path } of pathOperations(readContract())) expect(page).toContain(path);
});

test("a script in a description of the contract doesn't run in Redoc", async () => {
  const contract = contractWith((copy) => {
    copy.info.description = '<img src="x" onerror="document.title = 1"><script>document.title = 2</script> Words.';
  });
  const file = join(mkdtempSync(join(tmpdir(), "redoc-")), "redoc.html");
  writeFileSync(file, await redocPage(contract));
  const page = await reference.browser.newPage();
  await page.goto(`${pathToFileURL(file)}`);
  await page.getByText("Words.").first().waitFor();
  expect(await page.title()).toBe(`${contract.info.title}, in Redoc`);
  await page.close();
});
