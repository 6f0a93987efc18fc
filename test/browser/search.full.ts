import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  find,
  findViolations,
  isTargetInSight,
  options,
  type ServedReference,
  searchBox,
  serveReference,
} from "./reference.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

test.each([
  [1440, "light"],
  [390, "dark"],
] as const)("the dialog is accessible and fits at %i pixels, %s", async (width, colorScheme) => {
  const { page } = await reference.open("index.html", {
    viewport: { width, height: 700 },
    colorScheme,
  });
  await page.locator("#open-search").click();
  await searchBox(page).fill("token");
  await options(page).first().waitFor();
  expect(await findViolations(page, ".search-dialog")).toEqual([]);
  const dialog = await page.getByRole("dialog").boundingBox();
  expect(
    dialog && dialog.x >= 0 && dialog.x + dialog.width <= width && dialog.y + dialog.height <= 700,
  ).toBe(true);
  await page.getByRole("button", { name: "Close" }).click();
  expect(
    await page.locator("#open-search").evaluate((button) => button === document.activeElement),
  ).toBe(true);
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

test("the search loads when it is opened, selects by keys, marks the target, and returns the focus", async () => {
  const { page, troubles } = await reference.open("guides/errors.html");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.locator("a.brand").focus();
  await page.keyboard.press("/");
  expect(await searchBox(page).evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByText("The keys / and Ctrl K open this search.").waitFor();
  expect(loaded).toEqual([expect.stringMatching(/\/search\.js$/)]);
  expect(await options(page).first().textContent()).toContain("Get started");
  await page.keyboard.type("zzzz");
  await page.getByText("No results for “zzzz”.").waitFor();
  // The suggestions are links.
  expect(await options(page).first().getAttribute("href")).toBe(
    `${reference.address}/guides/get-started.html`,
  );
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect(await page.locator("a.brand").evaluate((brand) => brand === document.activeElement)).toBe(
    true,
  );

  await find(page, "lastMessage");
  const selectedId = () => page.locator("[role='option'][aria-selected='true']").getAttribute("id");
  const first = await selectedId();
  expect(await searchBox(page).getAttribute("aria-activedescendant")).toBe(first);
  await page.keyboard.press("ArrowDown");
  expect(await selectedId()).not.toBe(first);
  expect(await searchBox(page).getAttribute("aria-activedescendant")).toBe(await selectedId());
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/operations\/listJunkInbox\.html#.*lastMessage/);
  await expect.poll(() => isTargetInSight(page)).toBe(true);
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 10);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await page.locator(":target").isVisible()).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("no key is lost, however fast it's typed after the one that opens the search", async () => {
  const { page } = await reference.open("index.html");
  for (const opener of ["/", "Control+k", "/", "Control+k"]) {
    await page.goto(`${reference.address}/guides/errors.html`);
    await page.keyboard.press(opener);
    await page.keyboard.type("sip registration", { delay: 30 });
    expect(await searchBox(page).inputValue()).toBe("sip registration");
    await options(page).filter({ hasText: "Delete SIP registration" }).first().waitFor();
  }
  await page.context().close();
});

test("what was typed before the search has loaded is searched, Enter included, also if loading failed at first", async () => {
  const { page } = await reference.open("guides/errors.html");
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => {
    load = resolve;
  });
  let attempts = 0;
  await page.route("**/search.js", async (route) => {
    attempts++;
    if (attempts === 1) return route.abort();
    await mayLoad;
    return route.continue();
  });
  await page.locator("#open-search").click();
  await page.getByText("Can't load the search.").waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("sip registration");
  await page.keyboard.press("Enter");
  load();
  await page.waitForURL(/operations\/deleteSipRegistration\.html$/);
  await page.context().close();
});

test("a result says what it lacks, where else it is, and that it's an unknown", async () => {
  const { page } = await reference.open("index.html");
  await find(page, "Unit of timeout");
  expect(await options(page).first().textContent()).toMatch(/^Unknown: Unit of timeout/);
  await searchBox(page).fill("rooms xyzzy");
  await options(page)
    .filter({ hasText: "List junk inbox rooms without “xyzzy”" })
    .first()
    .waitFor();
  await searchBox(page).fill("token");
  await options(page).filter({ hasText: "List tokens and 4 more" }).first().waitFor();
  await page.context().close();
});

test("a slash typed into a field doesn't open the search", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html");
  await page.keyboard.press("Shift");
  await page.locator(".playground [name='value']").fill("a");
  await page.keyboard.press("/");
  expect(await page.locator(".playground [name='value']").inputValue()).toBe("a/");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.context().close();
});
