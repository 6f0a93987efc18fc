import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerOperations, ledgerUnknowns } from "../../generated/ledger.ts";
import { documentedOperations, type LocatedOperation, readContract } from "../../scripts/contract.ts";
import { fieldsOf } from "../../scripts/docs/fields.ts";
import { operationAddress, placeOf } from "../../scripts/docs/places.ts";
import { samplesOf } from "../../scripts/docs/samples.ts";
import { type ServedReference, serveReference } from "./reference.ts";

const contract = readContract();
const documented = documentedOperations(contract);
let reference: ServedReference;
/** The page of the tests that ask for nothing special: opening one costs more than most of them. */
let page: Page;
let troubles: string[];

beforeAll(async () => {
  reference = await serveReference();
  ({ page, troubles } = await reference.open("#/"));
});
afterAll(() => reference?.stop());

const show = (address: string) => page.goto(`${reference.address}/${address}`);
const sectionOf = (address: string) => page.locator(`[data-section-id="${address.slice(1)}"]`);

test("all operations are on one page by name, with a caution at the GET that deletes", async () => {
  await show("#/all-operations");
  const list = page.locator("#all-operations ul:has(> li > code:first-child + strong + em)");
  await list.first().waitFor();
  const names = await list.locator("code + strong:has(+ em)").allTextContents();
  expect(names.map((name) => name.trim())).toEqual(ledgerOperations.map(({ name }) => name));
  expect(await list.locator("li:has(em + strong) > code + strong").allTextContents()).toEqual([
    " Delete multiple documents",
  ]);
  expect(troubles).toEqual([]);
});

describe("from one operation to the next", () => {
  const cases = documented.map((located) => [located.operation.operationId, located] as const);
  test.each(cases)(
    "%s shows its path, fields, examples, samples and unknowns, without an error",
    async (_, located) => {
      const address = operationAddress(located);
      await show(address);
      const section = sectionOf(address);
      await section.getByRole("heading", { name: located.operation.summary }).waitFor();
      expect(await section.textContent()).toContain(located.path);

      const media = located.success?.media;
      const documentedFields = media ? fieldsOf(contract, media.schema) : [];
      const fields = documentedFields.map(({ name }) => name.split(/[.\]]/).at(-1));
      // Redoc renders nested fields when they come into sight.
      const reached = async () => {
        await section.locator(".schema-name").last().scrollIntoViewIfNeeded();
        return section.locator(".schema-name").allTextContents();
      };
      if (fields.length > 0) await expect.poll(reached).toEqual(expect.arrayContaining(fields));

      const marks = section.locator("[data-unknown]").evaluateAll((all) => all.map((mark) => mark.dataset["unknown"]));
      const own = ledgerUnknowns.filter(({ pointer }) => placeOf(contract, pointer).address === address);
      // A field that several operations share has its unknowns at each.
      const shared = documentedFields.flatMap(({ unknowns }) => unknowns.map(([id]) => id));
      expect(new Set(await marks)).toEqual(new Set([...own.map(({ id }) => id), ...shared]));

      const examples = Object.values(media?.examples ?? {});
      const summaries = examples.map(({ summary }) => summary);
      const answer = summaries.length > 0 && (await lastOf(section.locator(".panel-response-samples"), summaries));
      if (answer) expect(answer).toBe(JSON.stringify(examples.at(-1)?.value, null, 2));
      const samples = samplesOf(contract, located);
      const labels = samples.map(({ label }) => label);
      expect(await lastOf(section.locator(".panel-request-samples"), labels)).toBe(samples.at(-1)?.source);
      expect(troubles).toEqual([]);
    },
  );
});

/** Opens the panel's menu, holds it against the choices, takes the last, and gives what the panel then shows. */
async function lastOf(panel: Locator, choices: string[]): Promise<string | undefined> {
  const buttons = choices.map((name) => panel.getByRole("button", { name, exact: true }));
  await buttons.reduce((one, other) => one.or(other)).click();
  const menu = panel
    .page()
    .getByRole("menu")
    .filter({ visible: true, hasText: choices[0] ?? "" });
  await menu.waitFor();
  expect(await menu.getByRole("menuitem").allTextContents()).toEqual(choices);
  await menu.getByRole("menuitem").last().click();
  return (await panel.locator("pre").textContent())?.trim();
}

test("a response whose body is unknown is not said to have none, nor to have a type", async () => {
  await show("#/sip/deletesipregistration");
  const section = sectionOf("#/sip/deletesipregistration");
  for (const status of ["200", "default"]) {
    await section.getByRole("tab", { name: status }).click();
    await section.locator(".unknown:not([data-unknown])", { hasText: "Response body." }).waitFor();
    const [shown, samples] = [await section.innerText(), section.locator(".panel-response-samples")];
    expect(shown).not.toMatch(/No content|No response sample|\*\/\*|\bBody\b|^any$/m);
    expect(await samples.getByRole("combobox").filter({ visible: true }).count()).toBe(0);
  }
  const marks = section.locator("[data-unknown]").evaluateAll((all) => all.map((mark) => mark.dataset["unknown"]));
  expect(await marks).toEqual(expect.arrayContaining(["error-shape", "error-codes", "failure-status-codes"]));
});

test("an operation says that it takes the token, and whether it is required", async () => {
  await show("#/authorization/listtokens");
  await sectionOf("#/authorization/listtokens").getByText("It requires the API token as the query parameter").waitFor();
  await show("#/webhooks/listwebhookrelaytypes");
  await sectionOf("#/webhooks/listwebhookrelaytypes").getByText("whether it is required is unknown").waitFor();
});

test("a field of a known and of unknown values is a string", async () => {
  await show("#/authorization/listtokens");
  const field = page.locator('[id$="path=tokens[]/type"]').first();
  await field.scrollIntoViewIfNeeded();
  expect(await field.textContent()).toMatch(/\bstring\b/);
  expect(await field.textContent()).not.toMatch(/\bany\b/);
});

test("from a deep link the overview tells the address of the mock, as a whole and in words", async () => {
  const { page } = await reference.open("#/get-started");
  const servers = page.locator("[data-component-name='Panel/Panel']", { hasText: "Servers" });
  const told = async () => {
    await page.evaluate(() => scrollTo(0, 0));
    return (await servers.count()) && servers.first().innerText();
  };
  await expect.poll(told).toMatch(/^The mock on your own machine\..*\nhttp:\/\/127\.0\.0\.1:4010$/m);
  expect(await told()).not.toMatch(/base_url|<span/);
  expect(await page.locator("[data-section-id='/'] [data-unknown='base-url']").isVisible()).toBe(true);
});

test("areas say that their operations are folded, and whole badges stand at them", async () => {
  await show("#/knowledge");
  await page.locator("[data-section-id='/sip']").scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "Show the documented operations in full" }).first().waitFor();
  expect(await page.getByRole("button", { name: "+ Show", exact: true }).count()).toBe(0);
  const badge = page.locator("[data-section-id='/sip'] .tag-documented").first();
  const look = await badge.evaluate((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).textTransform]);
  expect(look).toEqual([false, "none"]);
});

test("no button copies what is ours for Redoc alone", async () => {
  await show("#/authorization");
  await sectionOf("#/authorization").getByRole("heading").first().waitFor();
  expect(await page.getByTestId("page-actions").filter({ visible: true }).count()).toBe(0);
});

test("the overview counts what is known and what is not", async () => {
  await show("#/");
  await page.locator("#api-content .figures").waitFor();
  const counts = ["documented", "path", "name"].map((kind) => ledgerOperations.filter(({ known }) => known === kind));
  const figures = await page.locator("#api-content .figures b").allTextContents();
  expect(figures.map(Number)).toEqual([...counts, ledgerUnknowns].map(({ length }) => length));
});

test("search finds the name of an operation, a path, a field and the words of an unknown", async () => {
  await show("#/");
  await page.getByRole("button", { name: "Search" }).click();
  for (const [words, found] of [
    ["Create Named Version", "Agents"],
    ["/api/v2/junkConversations", "List junk inbox rooms"],
    ["deleteSipRegistration", "Delete SIP registration"],
    ["chatAgentCampaignId", "List junk inbox rooms"],
    ["unit of timeout", "Get a webhook relay configuration"],
  ] as const) {
    await page.getByPlaceholder("Search docs...").fill(words);
    await page.getByTestId("search-dialog").getByText(found, { exact: true }).first().waitFor();
  }
  await page.keyboard.press("Escape");
});

test("the address of a field leads to it", async () => {
  await show("#/messaging/listjunkinbox#messaging/listjunkinbox/t=response&c=2xx&path=rooms[]/lastmessage");
  const field = page.locator('[id="messaging/listjunkinbox/t=response&c=2xx&path=rooms[]/lastmessage"]');
  await expect.poll(async () => (await field.boundingBox())?.y).toBeLessThan(900);
  expect((await field.boundingBox())?.y).toBeGreaterThan(0);
});

test("the link of an unknown leads to its mark", async () => {
  await show("#/what-is-not-known");
  await page.getByRole("link", { name: "relay-timeout-unit" }).click();
  const mark = page.locator('#api-content [data-unknown="relay-timeout-unit"]');
  await expect.poll(async () => (await mark.boundingBox())?.y).toBeLessThan(900);
  expect(await mark.getAttribute("class")).toContain("found");
});

test("dark is what the reader's system asks for, until the switch says light", async () => {
  const { page } = await reference.open("#/", { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await paper()).toBe("rgb(17, 23, 22)");
  await page.getByTestId("color-mode-switcher").click();
  await expect.poll(paper).toBe("rgb(253, 253, 251)");
});

test("a sample is copied as it stands", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await show("#/authorization/listtokens");
  const panel = sectionOf("#/authorization/listtokens").locator(".panel-request-samples");
  await panel.getByTestId("copy-button").last().click();
  const copied = () => page.evaluate(async () => (await navigator.clipboard.readText()).trim());
  const sources = samplesOf(contract, documented[0] as LocatedOperation).map(({ source }) => source);
  await expect.poll(copied).toSatisfy((text) => sources.includes(text));
});

test("the copy button of a text stands above its code, and stays there", async () => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await show("#/errors");
    const code = page.locator("#errors .code").first();
    const button = code.getByRole("button", { name: "Copy" });
    await button.waitFor();
    const before = await button.boundingBox();
    const line = await code.locator("pre").evaluate((pre) => {
      const range = document.createRange();
      range.selectNodeContents(pre);
      pre.scrollLeft = 200;
      return range.getBoundingClientRect().top;
    });
    expect(before && before.y + before.height).toBeLessThanOrEqual(line);
    expect((await button.boundingBox())?.x).toBe(before?.x);
  }
});

test("the button that copies a sample covers none of it", async () => {
  await page.setViewportSize({ width: 768, height: 900 });
  await show("#/authorization/listtokens");
  const panel = sectionOf("#/authorization/listtokens").locator(".panel-request-samples");
  const line = await panel.locator("pre .line").first().boundingBox();
  const button = await panel.getByTestId("copy-button").last().boundingBox();
  expect(button && button.y + button.height).toBeLessThanOrEqual(line?.y ?? 0);
});

test("the four figures stand in one row, or in two of two", async () => {
  await show("#/");
  for (const [width, columns] of [
    [768, 2],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const lefts = () =>
      page.locator(".figures a").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    await expect.poll(async () => new Set(await lefts()).size).toBe(columns);
  }
});

test.each([1440, 390])("what an operation's address says of its server is whole at %i pixels", async (width) => {
  await page.setViewportSize({ width, height: 900 });
  await show("#/webhooks/getwebhookrelay");
  const section = sectionOf("#/webhooks/getwebhookrelay");
  await section.getByRole("button", { name: "GET /api/v2/webhookRelay/{type}" }).click();
  const menu = section.getByRole("menu");
  await menu.waitFor();
  expect(await menu.innerText()).toContain("Unknown: Base URL of the service.");
  const cut = menu.locator(":scope, :scope *").evaluateAll((all) => {
    const spills = ({ scrollWidth, clientWidth }: Element) => clientWidth > 0 && scrollWidth > clientWidth;
    return all.filter(spills).map((one) => one.outerHTML);
  });
  expect(await cut).toEqual([]);
  const { x = 0, width: wide = 0 } = (await menu.boundingBox()) ?? {};
  expect(x + wide).toBeLessThanOrEqual(width);
  await page.keyboard.press("Escape");
});

test("the languages stand in one line, without icons", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await show("#/authorization/listtokens");
  const sample = sectionOf("#/authorization/listtokens").locator(".panel-request-samples");
  await sample.locator("[aria-haspopup]").last().click();
  const items = page.getByRole("menuitem").filter({ visible: true });
  await items.first().waitFor();
  const icons = items.evaluateAll((all) =>
    all.map((item) => [...item.querySelectorAll("span svg")].filter((icon) => icon.checkVisibility()).length),
  );
  expect(await icons).toEqual([0, 0, 0, 0]);
  await page.keyboard.press("Escape");
});

test("a phone has no sideways scrolling, and a menu that covers no text and leads on", async () => {
  const { page } = await reference.open("#/errors", { viewport: { width: 390, height: 844 } });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect((await page.getByTestId("floating-button").boundingBox())?.y).toBeLessThan(56);
  await page.getByRole("button", { name: "Open navigation menu" }).click();
  await page.getByRole("link", { name: "All operations" }).last().click();
  await page.locator("#all-operations").waitFor();
  expect(page.url()).toContain("#/all-operations");
});

test("without JavaScript the first page leads to the whole text", async () => {
  const { page } = await reference.open("", { javaScriptEnabled: false });
  await page.locator(".text").getByRole("link", { name: "All operations" }).first().click();
  expect(page.url()).toBe(`${reference.address}/whole.html#/all-operations`);
  const text = await page.locator("body").textContent();
  for (const { name } of ledgerOperations) expect(text).toContain(name);
  for (const { id } of ledgerUnknowns) expect(text).toContain(id);
  for (const { path } of documented) expect(text).toContain(path);
  expect(text).toContain("destinationInboxType");
  const inSight = async (place: Locator) => {
    const { y = 0 } = (await place.boundingBox()) ?? {};
    return y > 56 && y < 720;
  };
  await page.goto(`${reference.address}/whole.html#/authorization/listtokens`);
  await expect.poll(() => inSight(page.getByRole("heading", { name: "List tokens", exact: true }))).toBe(true);
  await page.locator(".text").getByRole("link", { name: "relay-timeout-unit" }).click();
  const mark = page.locator("[id='unknown=relay-timeout-unit']");
  await expect.poll(() => inSight(mark)).toBe(true);
  expect(await inSight(page.locator("li", { has: mark }).locator("code").first())).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.getByRole("navigation", { name: "Reference" }).isVisible()).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("an operation is tried at its sample, on the mock beside the page, with a made-up token", async () => {
  await show("#/authorization/listtokens");
  const section = sectionOf("#/authorization/listtokens");
  const sample = section.getByTestId("right-panel").filter({ hasText: "/api/v2/tokens" });
  await sample.getByRole("button", { name: "Try it on the mock" }).click();
  const answer = section.locator(".try-it pre");
  await expect.poll(() => answer.textContent()).toContain("200 OK");
  expect(await answer.textContent()).toContain("content-type: application/json");
  expect(await answer.textContent()).not.toMatch(/date:|connection:/);
  expect(await answer.textContent()).toContain("<EXAMPLE_TOKEN_1>");
  expect(troubles).toEqual([]);
});

test("where no mock answers, the page says so and shows nothing as an answer", async () => {
  await page.route("**/api/v2/**", (route) => route.fulfill({ status: 404, body: "not a mock" }));
  await show("#/messaging/listjunkinbox");
  const section = sectionOf("#/messaging/listjunkinbox");
  await section.getByRole("button", { name: "Try it on the mock" }).click();
  await section.getByText("No mock here").waitFor();
  await page.unroute("**/api/v2/**");
});
