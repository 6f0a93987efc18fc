import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { findViolations } from "./axe.ts";
import { type ServedReference, serveReference } from "./reference.ts";

const pages = createPages(readContract());
// Name-only operations differ in their words alone.
const [nameOnly] = pages.filter(({ entry }) => entry?.knowledge === "name");
const files = [...pages.filter(({ entry }) => entry?.knowledge !== "name"), nameOnly].flatMap(
  (page) => page?.file ?? [],
);

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each([1440, 390])("axe finds nothing on any page at %i pixels, its best practices included", async (width) => {
    const { page } = await reference.open("", { colorScheme, viewport: { width, height: 900 } });
    for (const file of files) {
      await page.goto(`${reference.address}/${file}`);
      expect(await findViolations(page, "html"), file).toEqual([]);
    }
  });

  test("axe finds nothing with forced colors, or with the menu of a phone open", async () => {
    const { page } = await reference.open("operations/getWebhookRelay.html", { colorScheme, forcedColors: "active" });
    expect(await findViolations(page, "html")).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await findViolations(page, "html")).toEqual([]);
  });
});

test("pages open from disk, and load no files from elsewhere", async () => {
  const page = await (await reference.browser.newContext()).newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().replace(/:.*/s, "")));
  await page.goto(`${pathToFileURL(reference.folder)}/index.html`);
  await page.getByRole("link", { name: "List junk inbox rooms" }).filter({ visible: true }).first().click();
  expect(new Set(requests.filter((scheme) => scheme !== "blob" && scheme !== "data"))).toEqual(new Set(["file"]));
});

test("on paper a page is its whole text: nothing is clipped or folded", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("Response default").isVisible()).toBe(true);
  for (const part of [".sidebar", ".bar", ".playground"])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  const clippedCount = await page
    .locator("pre")
    .evaluateAll(
      (blocks) =>
        blocks.filter((pre) => pre.scrollWidth > pre.clientWidth + 1 || pre.scrollHeight > pre.clientHeight + 1).length,
    );
  expect(clippedCount).toBe(0);
  const folded = await page
    .locator("main details:not(.playground *) > *:not(summary)")
    .evaluateAll((parts) => parts.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length);
  expect(folded).toBe(0);
});

test("the tables of options break no name from 700 pixels on", async () => {
  for (const width of [1440, 1280, 700]) {
    const { page } = await reference.open("", { viewport: { width, height: 900 } });
    let count = 0;
    for (const file of ["client.html", "test-server.html", "mock-server.html"]) {
      await page.goto(`${reference.address}/${file}`);
      const names = await page
        .locator(".options td:first-child > code")
        .evaluateAll((elements) =>
          elements
            .filter(({ textContent }) => !/\s/.test(textContent ?? ""))
            .map((element) => ({ name: element.textContent, lines: element.getClientRects().length })),
        );
      count += names.length;
      expect(names.filter(({ lines }) => lines !== 1)).toEqual([]);
    }
    expect(count).toBeGreaterThan(30);
    await page.context().close();
  }
});

test("nothing is animated if the reader prefers reduced motion", async () => {
  const { page } = await reference.open("operations/listTokens.html", { reducedMotion: "reduce" });
  const moving = page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration !== "0s" || animationName !== "none";
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );
  expect(await moving).toEqual([]);
});

test.each([
  ["dark", "rgb(17, 23, 22)"],
  ["light", "rgb(253, 253, 251)"],
] as const)("pages are %s if the reader's system is", async (colorScheme, color) => {
  const { page } = await reference.open("", { colorScheme });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(color);
  await page.context().close();
});

test.each([16, 32])("a phone with text of %i px has no sideways scrolling, and its menu works", async (standard) => {
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
  await page.getByRole("navigation", { name: "Reference" }).getByRole("link", { name: "All operations" }).click();
  await page.getByRole("heading", { name: "All operations", level: 1 }).waitFor();
});
