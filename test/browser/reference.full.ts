import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract.ts";
import { sitePages } from "../../scripts/docs/site.ts";
import { type ServedReference, serveReference } from "./reference.ts";

const pages = sitePages(readContract());
// Name-only operations differ in their words alone.
const [nameOnly] = pages.filter(({ entry }) => entry?.known === "name");
const files = [...pages.filter(({ entry }) => entry?.known !== "name"), nameOnly].flatMap((page) => page?.file ?? []);

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

interface Violation {
  id: string;
  nodes: { html: string }[];
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const found = await axe.run({ runOnly: rules });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each([1440, 390])("axe finds nothing on any page at %i pixels, its best practices included", async (width) => {
    const { page } = await reference.open("", { colorScheme, viewport: { width, height: 900 } });
    for (const file of files) {
      await page.goto(`${reference.address}/${file}`);
      await page.evaluate(axe.source);
      expect(await violations(page), file).toEqual([]);
    }
  });

  test("axe finds nothing where the reader asks for colors of their own, or has the menu of a phone open", async () => {
    const { page } = await reference.open("operations/getWebhookRelay.html", { colorScheme, forcedColors: "active" });
    await page.evaluate(axe.source);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    expect(await violations(page)).toEqual([]);
  });
});

test("pages open from disk, and need nothing but the files beside them", async () => {
  const page = await (await reference.browser.newContext()).newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().replace(/:.*/s, "")));
  await page.goto(`${pathToFileURL(reference.folder)}/index.html`);
  await page.getByRole("link", { name: "List junk inbox rooms" }).filter({ visible: true }).first().click();
  expect(new Set(requests.filter((scheme) => scheme !== "blob" && scheme !== "data"))).toEqual(new Set(["file"]));
});

test("on paper a page is its text, whole: nothing is cut and nothing is folded", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html");
  await page.emulateMedia({ media: "print" });
  expect(await page.getByText("Response default").isVisible()).toBe(true);
  for (const part of [".sidebar", ".bar", ".playground"])
    expect(await page.locator(part).isVisible(), part).toBe(false);
  const cut = await page
    .locator("pre")
    .evaluateAll(
      (all) =>
        all.filter((pre) => pre.scrollWidth > pre.clientWidth + 1 || pre.scrollHeight > pre.clientHeight + 1).length,
    );
  expect(cut).toBe(0);
  const folded = await page
    .locator("main details:not(.playground *) > *:not(summary)")
    .evaluateAll((all) => all.filter((part) => !part.checkVisibility({ contentVisibilityAuto: true })).length);
  expect(folded).toBe(0);
});

test("nothing moves by itself where the reader asks for less motion", async () => {
  const { page } = await reference.open("operations/listTokens.html", { reducedMotion: "reduce" });
  const moving = page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((one) => {
        const { transitionDuration, animationName } = getComputedStyle(one);
        return transitionDuration !== "0s" || animationName !== "none";
      })
      .map((one) => one.outerHTML.slice(0, 200)),
  );
  expect(await moving).toEqual([]);
});

test("dark is what the reader's system asks for, until the switch says light, on every page", async () => {
  const { page } = await reference.open("", { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe("rgb(17, 23, 22)");
  await page.getByRole("button", { name: "Dark colors" }).click();
  expect(await paper()).toBe("rgb(253, 253, 251)");
  await page.goto(`${reference.address}/operations/listTokens.html`);
  expect(await paper()).toBe("rgb(253, 253, 251)");
});

test("a phone has no sideways scrolling, and a menu that leads on", async () => {
  const { page } = await reference.open("", { viewport: { width: 390, height: 844 } });
  const files = [
    "",
    "operations/getWebhookRelay.html",
    "operations/create-a-token.html",
    "guides/errors.html",
    "client.html",
  ];
  for (const file of files) {
    await page.goto(`${reference.address}/${file}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), file).toBe(390);
  }
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("navigation", { name: "Reference" }).getByRole("link", { name: "All operations" }).click();
  await page.getByRole("heading", { name: "All operations", level: 1 }).waitFor();
});
