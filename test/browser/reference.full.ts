import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { renderRedoc } from "../../scripts/docs/redocly.ts";
import { contractWith } from "../scripts/contract-copy.ts";
import { findViolations, type ServedReference, serveReference } from "./reference.ts";

const contract = readContract();
const pages = createPages(contract);
/** A page of each kind: the last, which of operations is a name-only one. */
const kinds = new Map(pages.map(({ kind, file }) => [kind, file]));
const documented = pages.find(({ call }) => call) ?? expect.unreachable();
const samples = [...kinds.values(), documented.file, "guides/errors.html"];
/** All but name-only operations, which differ in their words alone. */
const files = pages.filter(({ entry }) => entry?.knowledge !== "name").map(({ file }) => file);

let reference: ServedReference;
/** The page that tests without special options share: opening one costs more than most tests. */
let page: Page;
beforeAll(async () => {
  reference = await serveReference();
  ({ page } = await reference.open("index.html", {
    viewport: { width: 1440, height: 900 },
  }));
});
afterAll(() => reference?.stop());

const show = (file: string) => page.goto(`${reference.address}/${file}`);

test.each([
  ["light", 1440, files],
  ["light", 390, samples],
  ["dark", 1440, samples],
  ["dark", 390, samples],
] as const)(
  "in %s, at %i pixels, axe finds nothing, its best practices included",
  async (colorScheme, width, files) => {
    const { page, troubles } = await reference.open("", {
      colorScheme,
      viewport: { width, height: 900 },
    });
    for (const file of files) {
      await page.goto(`${reference.address}/${file}`);
      expect(await findViolations(page, "html"), file).toEqual([]);
    }
    expect(troubles).toEqual([]);
    await page.context().close();
  },
);

test("axe finds nothing with forced colors, or with the menu of a phone open", async () => {
  const { page } = await reference.open(documented.file, { forcedColors: "active" });
  expect(await findViolations(page, "html")).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await findViolations(page, "html")).toEqual([]);
});

test("on paper a page is its whole text: nothing is clipped or folded", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("heading", { name: "Any other status" }).isVisible()).toBe(true);
  for (const part of [".sidebar", ".bar", ".playground"])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  const clippedCount = await page
    .locator("pre")
    .evaluateAll(
      (blocks) =>
        blocks.filter(
          (pre) => pre.scrollWidth > pre.clientWidth + 1 || pre.scrollHeight > pre.clientHeight + 1,
        ).length,
    );
  expect(clippedCount).toBe(0);
  for (const panel of await page.locator(".tabs:not(.playground *) label + div").all())
    expect(await panel.isVisible()).toBe(true);
});

test.each([
  ["dark", "rgb(17, 23, 22)"],
  ["light", "rgb(253, 253, 251)"],
] as const)("pages are %s if the reader's system is", async (colorScheme, color) => {
  const { page } = await reference.open("", { colorScheme });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(color);
  await page.context().close();
});

test.each([16, 32])(
  "a phone with text of %i px has no sideways scrolling, and its menu works",
  async (standard) => {
    const { page } = await reference.open("", { viewport: { width: 360, height: 844 } });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard } });
    const files = [
      "",
      "operations/getWebhookRelay.html",
      "operations/create-a-token.html",
      "guides/errors.html",
      "client.html",
    ];
    for (const file of files) {
      await page.goto(`${reference.address}/${file}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), file).toBe(360);
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("navigation", { name: "Reference" })
      .getByRole("link", { name: "All operations" })
      .click();
    await page.getByRole("heading", { name: "All operations", level: 1 }).waitFor();
  },
);

test("the language of samples is chosen once for all pages, by keys too, and the shown text is copied", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const samples = page.getByRole("region", { name: "Samples" });
  const shown = samples.locator("pre").filter({ visible: true });
  await show("operations/listTokens.html");
  await samples.getByRole("radio", { name: "curl" }).focus();
  for (const _ of ["TypeScript", "Python"]) await page.keyboard.press("ArrowRight");
  await shown.filter({ hasText: "import json" }).waitFor();
  expect(await shown.count()).toBe(1);
  await show("operations/getWebhookRelay.html");
  await samples.getByRole("button", { name: "Copy" }).click();
  await expect.poll(readClipboard).toContain("import json");
  expect(await readClipboard()).toBe(await shown.textContent());
  await samples.getByText("curl", { exact: true }).click();
  await page.getByRole("button", { name: "Copy as Markdown" }).click();
  await expect.poll(readClipboard).toMatch(/^# Get a webhook relay/);
});

test("the list of headings marks the chosen one, also at the end of the page, and then the one that is read", async () => {
  await show("guides/errors.html");
  const contents = page.getByRole("navigation", { name: "On this page" });
  const marked = contents.locator("[aria-current]");
  for (const link of await contents.getByRole("link").all()) {
    await link.click();
    await expect.poll(() => marked.allTextContents()).toEqual([await link.textContent()]);
  }
  await page.keyboard.press("Home");
  await expect.poll(() => marked.count()).toBe(0);
});

test("the filter of unknowns says how many have its words, and has its text and effect after the way back, too", async () => {
  await show("what-is-not-known.html");
  await page.getByRole("searchbox").fill("relay TIMEOUT");
  await page.getByText(/^1 of \d+ unknowns$/).waitFor();
  const lines = page.locator("article li").filter({ visible: true, has: page.locator("code") });
  expect(await lines.allTextContents()).toEqual([expect.stringContaining("relay-timeout-unit")]);
  await lines.getByRole("link").click();
  await page.waitForURL(/#relay-timeout-unit$/);
  await page.goBack();
  await page.getByText(/^1 of \d+ unknowns$/).waitFor();
});

test("without JavaScript the content is complete, and the menu and the samples work", async () => {
  const { page } = await reference.open("", {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("navigation", { name: "Reference" });
  await menu.getByRole("link", { name: "All operations" }).click();
  await page.getByRole("main").getByRole("link", { name: "List tokens" }).click();
  expect(page.url()).toMatch(/\/operations\/listTokens\.html$/);
  const samples = page.getByRole("region", { name: "Samples" });
  await samples.getByText("TypeScript", { exact: true }).click();
  expect(
    await samples.getByText("createPhoneAgentClient").filter({ visible: true }).count(),
  ).toBeGreaterThan(0);
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

test("a script in a description of the contract doesn't run in Redoc", async () => {
  const contract = contractWith((copy) => {
    copy.info.description =
      '<img src="x" onerror="document.title = 1"><script>document.title = 2</script> Words.';
  });
  const file = join(mkdtempSync(join(tmpdir(), "redoc-")), "redoc.html");
  writeFileSync(file, await renderRedoc(contract));
  const page = await reference.browser.newPage();
  await page.goto(`${pathToFileURL(file)}`);
  await page.getByText("Words.").first().waitFor();
  expect(await page.title()).toBe(`${contract.info.title}, in Redoc`);
  await page.close();
});

/** Returns the focused element's tag and its label or text. */
const readFocus = () =>
  page.evaluate(() => {
    const { localName, ariaLabel, textContent } = document.activeElement as HTMLElement;
    return `${localName} ${ariaLabel ?? textContent?.trim()}`;
  });

async function press(key: string, focusedName: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(readFocus, { message: key }).toContain(focusedName);
}

test("the first key skips the navigation", async () => {
  await show("guides/errors.html");
  await press("Tab", "Skip to the content");
  await press("Enter", "main ");
  await press("Tab", "Copy as Markdown");
});

test("the menu of a phone precedes the content in the focus order, and Escape returns the focus", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await show("guides/errors.html");
  await page.getByRole("button", { name: "Menu" }).press("Enter");
  await press("Tab", "Skip the navigation");
  await press("Tab", "Get started");
  await press("Escape", "button Menu");
  expect(await page.getByRole("navigation", { name: "Reference" }).isVisible()).toBe(false);
});
