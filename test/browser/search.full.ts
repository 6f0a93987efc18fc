import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findViolations } from "./axe.ts";
import { type ServedReference, serveReference } from "./reference.ts";
import { find, isTargetInSight, options, searchBox } from "./search.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)("the dialog is accessible and fits at %i pixels, %s", async (width, colorScheme) => {
  const { page } = await reference.open("index.html", { viewport: { width, height: 700 }, colorScheme });
  await page.locator("#open-search").click();
  await searchBox(page).fill("token");
  await options(page).first().waitFor();
  expect(await findViolations(page, ".search-dialog")).toEqual([]);
  const dialog = await page.getByRole("dialog").boundingBox();
  expect(dialog && dialog.x >= 0 && dialog.x + dialog.width <= width && dialog.y + dialog.height <= 700).toBe(true);
  await page.getByRole("button", { name: "Close" }).click();
  expect(await page.locator("#open-search").evaluate((button) => button === document.activeElement)).toBe(true);
  await page.context().close();
});

test("the search works from disk, too", async () => {
  const page = await reference.browser.newPage();
  await page.goto(`${pathToFileURL(join(reference.folder, "guides/get-started.html"))}`);
  await find(page, "relayHeaders");
  await options(page).first().click();
  await page.waitForURL(({ protocol, hash }) => protocol === "file:" && hash === "#relayheaders");
  await expect.poll(() => isTargetInSight(page)).toBe(true);
  await page.close();
});
