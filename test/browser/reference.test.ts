import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { operationPages, unknownPages } from "../../scripts/docs/model/addresses.ts";
import { createFieldReader } from "../../scripts/docs/model/fields.ts";
import { createSampleCall } from "../../scripts/docs/model/operation.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";
import { root } from "../../scripts/tools/run.ts";
import { type ServedReference, serveReference } from "./reference.ts";
import { isTargetInSight } from "./search.ts";

const contract = readContract();
const operations = pathOperations(contract);
let reference: ServedReference;
/** The page that tests without special options share: opening one costs more than most tests. */
let page: Page;
let troubles: string[];

beforeAll(async () => {
  reference = await serveReference();
  ({ page, troubles } = await reference.open("index.html"));
});
afterAll(() => reference?.stop());

const show = (file: string) => page.goto(`${reference.address}/${file}`);
const fileOf = (id: string) => `operations/${id}.html`;

describe("an operation", () => {
  const cases = operations.map((pathOperation) => [pathOperation.operation.operationId, pathOperation] as const);
  test.each(cases)("%s has all of its content on its page, without an error", async (id, pathOperation) => {
    await show(fileOf(id));
    const media = pathOperation.successes[0]?.media;
    const fields = media
      ? createFieldReader(contract, "")
          .readFields(media.schema, "writeOnly")
          .map(({ name }) => name)
      : [];
    const pageUnknowns = unknownPages(contract).filter(({ subject }) => subject === pathOperation.operation.summary);
    const text = (await page.locator("main").textContent()) ?? "";
    const description = (pathOperation.operation.description ?? "").replaceAll("`", "");
    for (const words of [pathOperation.path, description, ...fields]) expect(text).toContain(words);
    for (const { code } of samplesOf(createSampleCall(contract, pathOperation))) expect(text).toContain(code);
    for (const { value } of Object.values(media?.examples ?? {})) {
      expect(text).toContain(typeof value === "string" ? value : JSON.stringify(value, null, 2));
    }
    for (const { id } of pageUnknowns) expect(await page.locator(`[id="${id}"]`).count(), id).toBe(1);
    expect(troubles).toEqual([]);
  });
});

test("the language of samples is chosen once for all pages, and the copied sample equals the shown one", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await show(fileOf("listTokens"));
  const samples = page.getByRole("region", { name: "Samples" });
  await samples.getByText("Python", { exact: true }).click();
  await show(fileOf("getWebhookRelay"));
  const relay = operations.find(({ operation }) => operation.operationId === "getWebhookRelay");
  const relaySamples = relay ? samplesOf(createSampleCall(contract, relay)) : [];
  await samples.getByRole("button", { name: "Copy" }).click();
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readClipboard).toBe(relaySamples.find(({ label }) => label === "Python")?.code);
  await samples.getByText("curl", { exact: true }).click();
});

test("a page is copied as Markdown", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await show("guides/errors.html");
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(readClipboard).toMatch(/^# Errors\n/);
});

test("all operations are on one page by name, with a caution at the GET that deletes", async () => {
  await show("all-operations.html");
  const titles = await page.locator(".operations a").allTextContents();
  expect(titles).toEqual(operationPages(contract).map(({ name }) => name));
  expect(await page.locator(".operations li:has(.caution) a").allTextContents()).toEqual(["Delete multiple documents"]);
  expect(troubles).toEqual([]);
});

test("the navigation links to the operations of any area, and marks the current page", async () => {
  await show("operations/listTokens.html");
  const navigation = page.getByRole("navigation", { name: "Reference" });
  expect(await navigation.locator("[aria-current='page']").allTextContents()).toEqual(["List tokens GET"]);
  const entry = operationPages(contract).findLast(({ method }) => method === "GET") ?? expect.unreachable();
  await navigation.getByRole("link", { name: entry.area, exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: entry.name, exact: true }).click();
  await page.getByRole("heading", { name: entry.title, level: 1 }).waitFor();
  expect(await navigation.locator("[aria-current='page']").allTextContents()).toEqual([`${entry.title} GET`]);
});

test("the link of an unknown opens its page, and the unknown is unfolded and marked", async ({ skip }) => {
  const unknowns = unknownPages(contract);
  // One for each page that isn't an operation's, and one of an operation.
  const shownUnknowns = new Map(unknowns.map((unknown) => [unknown.file.replace(/^operations\/.*/, ""), unknown]));
  if (unknowns.length === 0) skip("The contract has no unknown.");
  for (const { id, file } of shownUnknowns.values()) {
    await show("what-is-not-known.html");
    await page.getByRole("main").getByRole("link", { name: id, exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/${file}` && url.hash === `#${id}`);
    await expect.poll(() => isTargetInSight(page), { message: id }).toBe(true);
  }
  expect(troubles).toEqual([]);
});

test("a link to a part of another page scrolls to it, below the header", async () => {
  await show("guides/webhook-deliveries.html");
  await page.getByRole("main").getByRole("link", { name: "relayHeaders" }).click();
  const part = page.locator("#relayheaders");
  await expect.poll(async () => (await part.boundingBox())?.y).toBeLessThan(900);
  expect((await part.boundingBox())?.y).toBeGreaterThan(60);
});

test("without JavaScript the content is complete, and the menu and the samples work", async () => {
  const { page } = await reference.open("", { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  expect(await page.getByRole("img", { name: /operations by area/ }).count()).toBe(1);
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Reference" });
  await menu.getByRole("link", { name: "All operations" }).click();
  await page.getByRole("main").getByRole("link", { name: "List tokens" }).click();
  expect(page.url()).toMatch(/\/operations\/listTokens\.html$/);
  const samples = page.getByRole("region", { name: "Samples" });
  await samples.getByText("TypeScript", { exact: true }).click();
  expect(await samples.getByText("createPhoneAgentClient").filter({ visible: true }).count()).toBeGreaterThan(0);
  expect(await samples.getByText("curl --silent").filter({ visible: true }).count()).toBe(0);
});

test("an operation's link opens it in Redoc, from disk too, and nothing is sent to another host", async () => {
  const page = await reference.browser.newPage();
  const addresses: string[] = [];
  page.on("response", (response) => addresses.push(response.url()));
  await page.goto(`${pathToFileURL(join(reference.folder, "operations/listJunkInbox.html"))}`);
  await page.getByRole("link", { name: "Open in Redoc" }).click();
  await page.waitForURL(/redoc\.html#\/messaging\/listjunkinbox$/);
  await page.getByRole("heading", { name: "List junk inbox rooms" }).first().waitFor();
  expect(addresses.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  await page.close();
});

test("Redoc's page contains every documented operation, and a policy against other hosts", () => {
  const page = readFileSync(join(reference.folder, "redoc.html"), "utf8");
  expect(page).toMatch(/content="default-src 'none'; script-src 'sha256-[^;]+ blob:;/);
  for (const { path } of operations) expect(page).toContain(path);
  expect(page).not.toContain(root);
});
