import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ServedReference, serveReference } from "./reference.ts";

let reference: ServedReference;
let page: Page;
beforeAll(async () => {
  reference = await serveReference();
  ({ page } = await reference.open("", { viewport: { width: 1440, height: 900 } }));
});
afterAll(() => reference?.stop());

const show = (file: string) => page.goto(`${reference.address}/${file}`);

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
  await press("Tab", "status codes");
});

test("the keyboard opens a sample in another language", async () => {
  await show("operations/getWebhookRelay.html");
  const samples = page.getByRole("region", { name: "Samples" });
  await samples.getByText("Python", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await samples.locator("pre", { hasText: "import json" }).filter({ visible: true }).waitFor();
  await page.keyboard.press("Enter");
  expect(await samples.locator("pre").filter({ visible: true }).count()).toBe(1);
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
