import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
let page: Page;
beforeAll(async () => {
  reference = await serveReference();
  ({ page } = await reference.open("#/", { viewport: { width: 1440, height: 900 } }));
});
afterAll(() => reference?.stop());

const show = (address: string) => page.goto(`${reference.address}/${address}`);
const relay = () => page.locator("[data-section-id='/webhooks/getwebhookrelay']");

/** The role and the name of what has the focus, roughly. */
const focus = () =>
  page.evaluate(() => {
    const { role, localName, ariaLabel, textContent } = document.activeElement as HTMLElement;
    return `${role ?? localName} ${ariaLabel ?? textContent?.trim()}`;
  });

/** What a page shows comes soon, but not at once, and later where others work beside it. */
const poll = <T>(read: () => Promise<T>, message = "") => expect.poll(read, { message, timeout: 5000 });

async function press(key: string, then: string): Promise<void> {
  await page.keyboard.press(key);
  await poll(focus, key).toContain(then);
}

/** Presses Enter on a button of the operation. */
async function open(name: string, then: string): Promise<void> {
  await show("#/webhooks/getwebhookrelay");
  await relay().getByRole("button", { name }).press("Enter");
  await poll(focus, name).toContain(then);
}

describe("a section", () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest("[data-section-id]")?.getAttribute("data-section-id"));

  test("the first key leads past the menu to the section, and the address stays", async () => {
    const { page } = await reference.open("#/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await poll(() => focused(page)).toBe("/");
    expect(page.url()).toBe(`${reference.address}/#/`);
  });

  test("who chooses a section in the menu reads on in it", async () => {
    await show("#/");
    await page.locator("#redoc a[href='#/webhooks']").first().press("Enter");
    await poll(() => focused(page)).toBe("/webhooks");
    // Redoc renders the section anew a moment later, and scrolls to it.
    const scrolled = () => page.evaluate(() => scrollY);
    const moved = async () => {
      const from = await scrolled();
      await page.waitForTimeout(500);
      return (await scrolled()) - from;
    };
    await poll(scrolled).toBeGreaterThan(0);
    await poll(moved).toBe(0);
    const from = await scrolled();
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("/webhooks");
    expect(await scrolled()).toBe(from);
  });
});

describe("a menu", () => {
  const menus = [
    ["the languages", "curl", "menuitem curl", "TypeScript", "Python"],
    ["the examples", "A relay with one header", "menuitem A relay", "No headers", "Several headers"],
    ["the address of an operation", "GET /api/v2/webhookRelay/{type}", "menuitem The mock", "Copy", "Copy"],
  ] as const;

  test.each(menus)("%s: the arrows go round, Escape and Tab lead back", async (_, name, first, second, last) => {
    await open(name, first);
    await press("ArrowDown", second);
    await press("End", last);
    await press("ArrowDown", first);
    await press("ArrowUp", last);
    await press("Home", first);
    const button = relay().getByRole("button", { name });
    for (const key of ["Escape", "Tab"]) {
      await page.keyboard.press(key);
      await poll(() => button.evaluate((one) => one === document.activeElement), key).toBe(true);
      await poll(() => page.getByRole("menu").filter({ visible: true }).count()).toBe(0);
      await press("Enter", first);
    }
    await page.keyboard.press("Escape");
  });

  test("one that is left open is closed from wherever the focus is", async () => {
    await open("curl", "menuitem curl");
    await page.locator("#open-search").focus();
    await page.keyboard.press("Escape");
    await poll(() => page.getByRole("menu").filter({ visible: true }).count()).toBe(0);
  });

  test("a sample is read in another language", async () => {
    await open("curl", "menuitem curl");
    await press("End", "menuitem Python");
    await press("Enter", "button Python");
    const sample = relay().locator(".panel-request-samples pre");
    await poll(() => sample.textContent()).toMatch(/^import json\n[\s\S]*webhookRelay/);
    await press("Enter", "menuitem Python");
    await press("Home", "menuitem curl");
    await press("Enter", "button curl");
  });

  test("another example is read", async () => {
    await open("A relay with one header", "menuitem A relay with one header");
    await press("End", "menuitem Several headers, one of them twice");
    await press("Enter", "button Several headers, one of them twice");
    await poll(() => relay().locator(".panel-response-samples pre").textContent()).toContain("second example value");
  });
});

describe("a dialog", () => {
  const searching = async () => {
    await page.locator("#open-search").press("Enter");
    await poll(focus).toBe("input Search");
  };
  test.each([
    ["Security details", "button View security details", () => open("View security details", "button Close")],
    ["Search", "button Search Ctrl K", searching],
  ])("%s has its name, keeps the focus and gives it back", async (name, opener, openIt) => {
    await openIt();
    const dialog = page.getByRole("dialog", { name, exact: true });
    expect(await dialog.getAttribute("aria-modal")).toBe("true");
    for (const key of ["Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"]) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate((one) => one.contains(document.activeElement)), key).toBe(true);
    }
    await press("Escape", opener);
    expect(await page.locator("[inert]").count()).toBe(0);
  });

  test("who chooses what the search found reads on there", async () => {
    await show("#/");
    await searching();
    await page.keyboard.type("deleteSipRegistration");
    await page.getByRole("dialog").getByRole("link").first().waitFor();
    await press("ArrowDown", "Delete SIP registration");
    await page.keyboard.press("Enter");
    await poll(focus).toMatch(/^div Delete SIP registration/);
  });
});

describe("the navigation of a phone", () => {
  beforeAll(() => page.setViewportSize({ width: 390, height: 844 }));
  afterAll(() => page.setViewportSize({ width: 1440, height: 900 }));
  const opened = async () => {
    await show("#/errors");
    await page.getByRole("button", { name: "Open navigation menu" }).press("Enter");
    await poll(focus).toBe("a Phone Agent Service API");
  };

  test("no key leads to what it covers, and Escape leads back", async () => {
    await opened();
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main, .skip"))).toBeNull();
    }
    await press("Escape", "button Open navigation menu");
    expect(await page.locator("[inert]").count()).toBe(0);
  });

  test("who follows its link reads on there", async () => {
    await opened();
    await press("Tab", "a Get started");
    await page.keyboard.press("Enter");
    await poll(focus).toMatch(/^div Get started/);
  });

  test("Escape closes the search that lies over it, and not both", async () => {
    await opened();
    await press("Control+k", "input Search");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Close navigation menu" }).isVisible()).toBe(true);
    await press("Escape", "button Open navigation menu");
  });
});

test("the buttons that fold fields say whose they are, and whether they are shown", async () => {
  await show("#/webhooks/getwebhookrelay");
  const fields = relay().getByRole("button", { name: /^Fields of config/ });
  await fields.scrollIntoViewIfNeeded();
  const state = () => fields.evaluate(({ ariaExpanded, ariaLabel }) => `${ariaExpanded} ${ariaLabel}`);
  await poll(state).toBe("true Fields of config");
  await fields.press("Enter");
  await poll(state).toBe("false Fields of config: Show 4 properties");
  await fields.press("Enter");
  await poll(state).toBe("true Fields of config");
});
