import { expect, test } from "vitest";
import type { Contract, Operation } from "../../scripts/contract/document.ts";
import { renderContent } from "../../scripts/docs/html/content.ts";
import { renderHome } from "../../scripts/docs/html/home.ts";
import { choicesOf } from "../../scripts/docs/html/playground.ts";
import { operationPages } from "../../scripts/docs/model/addresses.ts";
import { createNameOnlyPage } from "../../scripts/docs/model/name-only.ts";
import { createOperationPage, createWebhookPage } from "../../scripts/docs/model/operation.ts";
import { createPage, type Page, summaryOf, toPlainText } from "../../scripts/docs/model/page.ts";
import { describeContract } from "../../scripts/docs/redocly.ts";
import { searchEntriesOf } from "../../scripts/docs/search.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const post = {
  operationId: "addRoom",
  tags: ["My Rooms"],
  summary: "Add a room",
  description: "Adds one.",
  parameters: [{ name: "page", in: "query", required: true, description: "", schema: { type: "integer" } }],
  requestBody: { content: { "application/json": { schema: { type: "object", required: ["name"], properties: {} } } } },
  responses: {
    "200": {
      description: "OK.",
      content: {
        "application/json": {
          schema: { type: "object", required: ["id"], properties: {} },
          examples: { one: { summary: "One", value: {} }, "two words": { summary: "Two", value: {} } },
        },
      },
    },
    "404": { description: "Gone.", content: { "text/plain": { examples: { none: { summary: "None", value: "" } } } } },
    "5XX": { description: "Failed." },
  },
} as unknown as Operation;
const webhook = { name: "ended", method: "POST", keys: ["webhooks", "ended", "post"], operation: post, responses: [] };
const contract = contractWith((copy) => {
  copy.tags = [{ name: "My Rooms", description: "" }];
  copy.paths = { "/api/rooms": { post } };
  copy["x-operation-index"] = {
    "My Rooms": [
      { method: "POST", name: "Add", operationId: "addRoom" },
      { method: "GET", name: "Count" },
    ],
  };
});
const [entry = expect.unreachable(), nameOnly = expect.unreachable()] = operationPages(contract);
const pathOperation = entry.pathOperation ?? expect.unreachable();
const pages: Record<string, Page> = {
  operation: createOperationPage(contract, entry, pathOperation),
  "name-only operation": createNameOnlyPage(contract, nameOnly),
  webhook: createWebhookPage(contract, webhook as Parameters<typeof createWebhookPage>[1]),
  guide: createPage("guide", "guides/a.html", "A", "A.", ["Text.", "## Part"]),
};
const htmlOf = (page: Page | undefined) =>
  renderContent(contract, page ?? expect.unreachable(), { name: "playground.js", content: "" });

test.each([
  ["operation", "columns", "#/my-rooms/addroom", "<code>/<wbr>api/<wbr>rooms</code>", true, 3],
  ["name-only operation", "text", undefined, "<small>path unknown</small>", false, 2],
  ["webhook", "text", undefined, undefined, false, 0],
  ["guide", "text", undefined, undefined, false, 0],
])("the page of a kind has only the parts that the kind has: %s", (kind, layout, redoc, path, isCallable, facts) => {
  const html = htmlOf(pages[kind]);
  expect(/^<article class="([^"]+)/.exec(html)?.[1]).toBe(layout);
  expect(/redoc\.html(#[^"]+)/.exec(html)?.[1]).toBe(redoc);
  expect(/<div class="endpoint[^>]*><span[^>]*>\w+<\/span>(.*?>)(?=<button|<\/div>)/.exec(html)?.[1]).toBe(path);
  expect(html.includes('<section class="playground"')).toBe(isCallable);
  expect(html.includes('src="../playground.js"')).toBe(isCallable);
  expect(html.match(/(?<=<ul class="facts row".*)<li>/g)?.length ?? 0).toBe(facts);
  expect(html).toMatch(/<a class="button" href="\.\.\/[\w/-]+\.md">View as Markdown<\/a>/);
});

test("a form offers the examples, the failures that are documented and those that are open, and faults", () => {
  const choices = choicesOf(pathOperation.responses);
  expect(choices.map(([group]) => group)).toEqual([
    "Examples",
    "Documented status codes",
    "Status codes that the contract leaves open",
    "Faults on the wire",
  ]);
  expect(choices.slice(0, 3).map(([, options]) => options.map(([preference]) => preference))).toEqual([
    ["example=one", 'example="two words"', "code=404, example=none"],
    ["code=404"],
    ["code=500", "code=503"],
  ]);
  const preferencesOf = (code: string) => {
    const content = { "application/json": { schema: {}, examples: { a: { summary: "A", value: 1 } } } };
    return choicesOf([[code, { description: "", content }]]).flatMap(([, options]) =>
      options.map(([preference]) => preference).filter((preference) => !preference.startsWith("fault")),
    );
  };
  expect(preferencesOf("2XX")).toEqual(["example=a"]);
  expect(preferencesOf("5XX")).toEqual(["code=500, example=a", "code=500", "code=503"]);
  expect(preferencesOf("302")).toEqual(["code=302, example=a", "code=302"]);
  expect(preferencesOf("default").slice(0, 2)).toEqual(["code=500, example=a", "code=400"]);
});

test.each([
  ["A sentence. Another one.", "A sentence."],
  [
    "## No sentence\n\n- No item.\n\nversion 1.2 is no sentence.\n\nThe *first* one of [all](/x.html). B.",
    "The first one of all.",
  ],
  ["`code` begins it, in 1.2 and\nlater. B.", "code begins it, in 1.2 and later."],
  ["[A link](/x.html) begins it.", "A link begins it."],
  ["No end", ""],
  ["", ""],
])("the summary of %j is its first sentence of prose, in plain words: %j", (markdown, summary) => {
  expect(summaryOf(markdown)).toBe(summary);
});

test("plain words have neither emphasis nor tags, and code keeps what looks like them", () => {
  expect(toPlainText("*a* **b** 2 * 3 <br> `<c>*` 1 < 2")).toBe("a b 2 * 3 <c>* 1 < 2");
});

test("Redoc gets the required fields of requests, and those of responses once their presence is known", () => {
  const requiredIn = (unknowns: object) => {
    const copy = { ...contract, "x-not-shown": unknowns } as Contract;
    return JSON.stringify(describeContract(copy).paths).match(/"required":(?:\["\w+"\]|true)/g);
  };
  expect(requiredIn({})).toEqual(['"required":true', '"required":["name"]', '"required":["id"]']);
  expect(requiredIn({ "field-presence": "Presence of fields" })).toEqual(['"required":true', '"required":["name"]']);
});

test("a page that repeats others has one entry of the search, and one for programs ranks below the others", () => {
  const parts = ["Text.", "## Part"];
  const weightsOf = (page: Page) => searchEntriesOf(page).map(({ weight }) => weight);
  expect(weightsOf(createPage("index", "a.html", "A", "", parts))).toEqual([1.8, 1]);
  expect(weightsOf(createPage("index", "what-is-not-known.html", "A", "", parts))).toEqual([1.8]);
  expect(weightsOf({ ...createPage("operation", "a.html", "A", "", parts), entry: nameOnly })).toEqual([1.8]);
  expect(weightsOf(createPage("index", "for-machines.html", "A", "", parts))).toEqual([1.8 * 0.7, 0.7]);
});

test("the first screen has a first call only if one can be made", () => {
  expect(renderHome(contract, "<h2>A</h2>")).toContain("<h3>A</h3>");
  expect(renderHome(contract, "")).not.toContain("Your first call");
  expect(
    renderHome(
      contractWith(() => {}),
      "",
    ),
  ).toContain("Your first call");
});
