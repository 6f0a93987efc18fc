import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { LinkChecker } from "linkinator";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerUnknowns } from "../../generated/ledger.ts";
import { documentedOperations, readContract } from "../../scripts/contract.ts";
import { readGuides } from "../../scripts/docs/guides.ts";
import { derivedPages } from "../../scripts/docs/pages.ts";
import { operationAddress, placeOf, tagAddress } from "../../scripts/docs/places.ts";
import { type ServedReference, serveReference } from "./reference.ts";

const contract = readContract();
const [firstExample] = Object.values(documentedOperations(contract)[0]?.success?.media?.examples ?? {});
const exampleName = firstExample?.summary ?? "";
const guides = readGuides();
const addresses = [
  "#/",
  ...[...guides, ...derivedPages(contract, guides)].map(({ title }) => tagAddress(title)),
  ...contract.tags.map(({ name }) => tagAddress(name)),
  ...documentedOperations(contract).map(operationAddress),
];

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

describe.each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test.each([1440, 390])("axe finds nothing against WCAG 2.2 A and AA on any section at %i pixels", async (width) => {
    const { page } = await reference.open("#/", { colorScheme, viewport: { width, height: 900 } });
    await page.addScriptTag({ content: axe.source });
    for (const address of addresses) {
      await show(page, address);
      expect(await violations(page), address).toEqual([]);
    }
  });
});

/** Shows a section and waits until Redoc has stopped scrolling: what the bar covers meanwhile is no target. */
async function show(page: Page, address: string): Promise<void> {
  await page.goto(`${reference.address}/${address}`);
  const heading = page.locator(`[data-section-id="${address.slice(1)}"] :is(h1, h2)`).first();
  await heading.waitFor();
  let [from, to] = [Number.NaN, await page.evaluate(() => scrollY)];
  while (from !== to) {
    await page.waitForTimeout(200);
    [from, to] = [to, await page.evaluate(() => scrollY)];
  }
}

function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    interface Violation {
      id: string;
      nodes: { html: string }[];
    }
    const found = await axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

const opened: Record<string, (page: Page) => Promise<unknown>> = {
  "the search with its results": async (page) => {
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByPlaceholder("Search docs...").fill("token");
    await page.getByTestId("search-dialog").getByText("List tokens").first().waitFor();
  },
  "the security details": (page) => page.getByRole("button", { name: "View security details" }).first().click(),
  "the menu of languages": (page) => page.getByRole("button", { name: "curl" }).first().click(),
  "the menu of examples": (page) => page.getByRole("button", { name: exampleName }).first().click(),
  "the address of an operation": (page) => page.getByRole("button", { name: "GET /api/v2/tokens" }).first().click(),
  "an answer of the mock": async (page) => {
    await page.getByRole("button", { name: "Try it on the mock" }).first().click();
    await page.getByText("200 OK").first().waitFor();
  },
  "the menu of a phone": async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open navigation menu" }).click();
  },
};

describe.each(["light", "dark"] as const)("opened in %s", (colorScheme) => {
  test.each(Object.entries(opened))("axe finds nothing in %s", async (_, open) => {
    const { page } = await reference.open("#/authorization/listtokens", { colorScheme, reducedMotion: "reduce" });
    await page.addScriptTag({ content: axe.source });
    await open(page);
    expect(await violations(page)).toEqual([]);
  });
});

test("each unknown's link leads to its mark", async () => {
  const { page } = await reference.open("#/what-is-not-known");
  for (const { id, pointer } of ledgerUnknowns) {
    await page.goto(`${reference.address}/${placeOf(contract, pointer).address}?unknown=${id}`);
    const mark = page.locator(`#api-content [data-unknown="${id}"].found`).first();
    const inSight = async () => {
      const { y = -1 } = (await mark.count()) ? ((await mark.boundingBox()) ?? {}) : {};
      return y > 0 && y < 720;
    };
    await expect.poll(inSight, { message: id, timeout: 5000 }).toBe(true);
  }
});

test("an unknown's address opened afresh leads to its mark", async () => {
  const { page } = await reference.open("#/messaging/listjunkinbox?unknown=destination-inbox-type-meaning");
  await page.locator('#api-content [data-unknown="destination-inbox-type-meaning"].found').waitFor();
});

test("every link within the page leads to a section that is there", async () => {
  const { page } = await reference.open("#/");
  const [links, sections] = [new Set<string>(), new Set<string>()];
  for (const address of addresses) {
    await show(page, address);
    for (const link of await attributes(page, '#api-content a[href^="#/"], .bar a', "href")) links.add(link);
    for (const section of await attributes(page, "[data-section-id]", "data-section-id")) sections.add(section);
  }
  for (const link of links) expect([...sections], link).toContain(link.slice(1).split(/[?#]/)[0]);
  expect(links.size).toBeGreaterThan(addresses.length);
});

const attributes = (page: Page, selector: string, name: string) =>
  page.locator(selector).evaluateAll((all, name) => all.map((one) => one.getAttribute(name) ?? ""), name);

test("every file that a page of the reference links to is there", async () => {
  const { links } = await new LinkChecker().check({ path: `${reference.address}/`, recurse: true });
  const internal = links.filter(({ url }) => url.startsWith(reference.address));
  expect(internal.length).toBeGreaterThan(reference.files.length - 3);
  expect(internal.filter(({ state }) => state === "BROKEN").map(({ url }) => url)).toEqual([]);
});

test("the first text is there before the script is", async () => {
  const early = await reference.browser.newPage();
  await early.route("**/*.js", () => {
    // Never fulfilled: the script is on its way for as long as the test takes.
  });
  await early.goto(`${reference.address}/`, { waitUntil: "commit" });
  await early.getByText("Nothing is guessed").filter({ visible: true }).first().waitFor();
  await early.close();
});

test("the page opens from disk, and needs nothing but the files beside it", async () => {
  const context = await reference.browser.newContext();
  const page = await context.newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url().replace(/:.*/s, "")));
  await page.goto(`${pathToFileURL(reference.folder)}/index.html#/messaging/listjunkinbox`);
  await page.getByRole("heading", { name: "List junk inbox rooms" }).waitFor();
  expect(new Set(requests.filter((scheme) => scheme !== "blob" && scheme !== "data"))).toEqual(new Set(["file"]));
});

test("on paper the page is its text, which leads to the whole text", async () => {
  const { page } = await reference.open("#/");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator("#redoc").isVisible()).toBe(false);
  expect(await page.getByText("Nothing is guessed").filter({ visible: true }).count()).toBe(1);
  await page.goto(`${reference.address}/whole.html`);
  expect(await page.getByText("destination-inbox-type-meaning").filter({ visible: true }).count()).toBeGreaterThan(0);
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  expect(await style(".text pre", "white-space-collapse")).toBe("preserve");
  expect(await style(".text pre", "text-wrap-mode")).toBe("wrap");
  expect(await style(".text td:first-child code", "text-wrap-mode")).toBe("nowrap");
});

test("nothing moves by itself where the reader asks for less motion", async () => {
  const moving = async (reducedMotion: "reduce" | "no-preference") => {
    const { page } = await reference.open("#/", { reducedMotion });
    // In one go: what Redoc takes out between two has no style at all.
    return page.evaluate(() =>
      [...document.querySelectorAll("*")]
        .filter((one) => {
          const { transitionDuration, animationName } = getComputedStyle(one);
          return transitionDuration !== "0s" || animationName !== "none";
        })
        .map((one) => one.outerHTML.slice(0, 200)),
    );
  };
  expect(await moving("reduce")).toEqual([]);
  expect(await moving("no-preference")).not.toEqual([]);
});

test("the keyboard alone reaches the menu, the search, the samples, the answers and the fields", async () => {
  const { page } = await reference.open("#/authorization/listtokens", { viewport: { width: 1440, height: 900 } });
  const reached = new Set<string>();
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press("Tab");
    reached.add(
      await page.evaluate(() => {
        const one = document.activeElement;
        return `${one?.tagName} ${one?.getAttribute("aria-label") ?? one?.textContent?.trim().slice(0, 40)}`;
      }),
    );
  }
  for (const stop of [
    "A Skip to the content",
    "BUTTON Search Ctrl K",
    "A All operations",
    "BUTTON Try it on the mock",
    "BUTTON curl",
    `BUTTON ${exampleName}`,
    "A link to userId",
  ]) {
    expect([...reached]).toContain(stop);
  }
});
