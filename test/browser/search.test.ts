import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { createSearch, type SearchEntry } from "../../scripts/docs/browser/search/engine.ts";
import { listFieldUnknowns } from "../field-unknown.ts";
import { type ServedReference, serveReference } from "./reference.ts";
import { find, isTargetInSight, searchBox } from "./search.ts";

let reference: ServedReference;
beforeAll(async () => {
  reference = await serveReference();
});
afterAll(() => reference?.stop());

function readRows(): SearchEntry[] {
  const [, entries = "[]"] =
    /^const searchEntries=(.*);$/m.exec(readFileSync(join(reference.folder, "search.js"), "utf8")) ?? [];
  return JSON.parse(entries);
}

let search: Awaited<ReturnType<typeof createSearch>> | undefined;

test.each([
  ["pagination", /Junk inbox pagination/],
  ["auth", /Authentication/],
  ["401", /Without a token/],
  ["retry", /Retries/],
  ["webhook signature", /sign/i],
  ["rate limit", /rate limits/i],
  ["install", /Get started|Call the mock|Install/],
  ["deadlineMs", /deadlineMs/],
  ["replyWith", /replyWith/],
  ["--require-coverage", /require-coverage/],
  ["download", /Download OpenAPI/],
  ["postman", /Download OpenAPI/],
  ["spec", /Download OpenAPI/],
  ["yaml", /Download OpenAPI/],
  ["bug", /Report an error|Contribute a fact/],
  ["github", /Report an error/],
  ["mcp", /^AI agents$/],
  ["MCP server", /^AI agents$/],
  ["llm", /AI agents|machines/],
  ["release notes", /Changelog/],
  ["base url", /baseUrl|Address/],
  ["webhookRelayTypes", /relay types/],
])("the words %j find the reference's words for them", async (words, title) => {
  search ??= await createSearch(readRows());
  expect(search(words)[0]?.title).toMatch(title);
});

test("the name of a field finds it before any other", async () => {
  const entries = readRows();
  const names = [...new Set(entries.flatMap(({ name }) => (name && !name.includes(" ") ? name : [])))];
  search ??= await createSearch(entries);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => lastNameOf(search?.(name)[0]?.title) !== name)).toEqual([]);
});

const lastNameOf = (title = "") => title.split(/[.[\]]+/).at(-1) ?? "";

test("every row has the address of one element", () => {
  const addresses = readRows().map(({ address }) => address.split("#"));
  expect(addresses.length).toBeGreaterThan(97);
  const missingTargets = addresses.filter(([page = "", id]) => {
    const html = readFileSync(join(reference.folder, page), "utf8");
    return id !== undefined && html.split(` id="${id}"`).length !== 2;
  });
  expect(missingTargets).toEqual([]);
});

const fields = Object.keys(readContract().components.schemas["Room"]?.properties ?? {});
/** A field whose name another one starts with: the search has two results at least. */
const field = fields.find((name) => fields.some((longer) => longer !== name && longer.startsWith(name))) ?? "";

test("the search loads when it is opened, selects by keys, marks the target, and returns the focus", async () => {
  const { page, troubles } = await reference.open("guides/errors.html");
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  const script = () => page.locator("script[src$='search.js']").count();
  expect(await script()).toBe(0);

  await page.locator("a.brand").focus();
  await page.keyboard.press("/");
  await expect.poll(() => searchBox(page).evaluate((input) => input === document.activeElement)).toBe(true);
  expect(loaded).toEqual([expect.stringMatching(/\/search\.js$/)]);
  await page.getByText("The keys / and Ctrl K open this search.").waitFor();
  await page.keyboard.type("zzzz");
  await page.getByText("No results for “zzzz”.").waitFor();
  await page.getByText("No results for").waitFor();
  await page.keyboard.press("Escape");
  expect(await page.locator("a.brand").evaluate((brand) => brand === document.activeElement)).toBe(true);

  await find(page, field);
  const selectedId = () => page.locator("[role='option'][aria-selected='true']").getAttribute("id");
  const first = await selectedId();
  expect(await searchBox(page).getAttribute("aria-activedescendant")).toBe(first);
  await page.keyboard.press("ArrowDown");
  expect(await selectedId()).not.toBe(first);
  expect(await searchBox(page).getAttribute("aria-activedescendant")).toBe(await selectedId());
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`operations/listJunkInbox\\.html#.*${field}`));
  await expect.poll(() => isTargetInSight(page)).toBe(true);
  await page.mouse.move(500, 500);
  await page.mouse.wheel(0, 10);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await page.locator(":target").isVisible()).toBe(true);
  expect(troubles).toEqual([]);
  await page.context().close();
});

test("a query without results gets suggestions that work as links", async () => {
  const { page } = await reference.open("index.html");
  await find(page, "xyzzyq");
  await page.getByText("No results for “xyzzyq”.").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All operations", level: 1 }).waitFor();
  await page.context().close();
});

test("a slash typed into a field doesn't open the search", async () => {
  const { page } = await reference.open("operations/getWebhookRelay.html");
  await page.locator(".playground [name='value']").fill("a");
  await page.keyboard.press("/");
  expect(await page.locator(".playground [name='value']").inputValue()).toBe("a/");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.context().close();
});

test.each(listFieldUnknowns().slice(-1))("the folded unknown $id is found, unfolded and marked", async (unknown) => {
  const { page } = await reference.open("index.html");
  await find(page, unknown.description.replaceAll("`", ""));
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.hash === `#${unknown.id}`);
  await expect.poll(() => isTargetInSight(page)).toBe(true);
  await page.context().close();
});
