import { expect, test } from "vitest";
import { type Contract, contractFile, readContract } from "../../scripts/contract/document.ts";
import { findErrors } from "../../scripts/lint/redocly.ts";
import { nodes } from "../../src/openapi/nodes.ts";
import { contractAfter, getExchange, learnFrom } from "./helpers.ts";

// What two operations return is one component, and what they don't share isn't.

const hook = (id: number, more = {}) => ({ id, url: "u", active: true, ...more });
const list = (more = {}) => getExchange("webhooks", { success: true, webhooks: [hook(1, more)] });
const one = (more = {}) => getExchange("webhooks/1", { success: true, webhook: hook(1, more) });

const after = (entries: object[], contract?: Contract) =>
  contractAfter(learnFrom(entries, contract), contract);
const schemaOf = ({ paths }: Contract, path: string) =>
  paths[`/api/v2/${path}`]?.["get"]?.responses["200"]?.content?.["application/json"]?.schema;

const meaning = "Observed; meaning unknown.";
const $ref = "#/components/schemas/Webhook";
const fields = {
  active: { description: meaning, type: "boolean" },
  id: { description: meaning, type: "integer" },
  url: { description: meaning, type: "string" },
};
const observed = { source: "HAR", exchanges: 2, first: "2026-03-01", last: "2026-03-01" };

test("a list of webhooks and one webhook have one component, which neither learning nor applying again changes", async () => {
  const contract = after([list(), one()]);
  const success = { description: meaning, type: "boolean" };
  expect(schemaOf(contract, "webhooks")?.["properties"]).toEqual({
    success,
    webhooks: { description: meaning, type: "array", items: { $ref } },
  });
  expect(schemaOf(contract, "webhooks/{webhookId}")?.["properties"]).toEqual({
    success,
    webhook: { description: meaning, $ref },
  });
  expect(contract.components.schemas["Webhook"]).toEqual({
    description: "What operations on `webhooks` return, as observed.",
    "x-observed": observed,
    type: "object",
    properties: fields,
  });
  expect(await findErrors(contract, contractFile)).toEqual([]);
  const again = learnFrom([list(), one()], contract);
  expect(again.operations).toEqual([]);
  expect(contractAfter(again, contract)).toEqual(contract);
});

test("a component counts the exchanges that showed it: no failure, and no other status of its operations", () => {
  const failure = getExchange("webhooks/1", { success: false }, 404);
  const { components, paths } = after([list(), one(), failure, failure]);
  expect(components.schemas["Webhook"]).toHaveProperty("x-observed", observed);
  expect(paths["/api/v2/webhooks/{webhookId}"]?.["get"]).toMatchObject({
    "x-observed": { ...observed, exchanges: 3 },
    responses: {
      "200": { "x-observed": { ...observed, exchanges: 1 } },
      "404": { "x-observed": observed },
    },
  });
});

test("a null of one operation isn't another's: its schema is inline from then on", () => {
  const contract = after([one({ url: null })], after([list(), one()]));
  expect(schemaOf(contract, "webhooks/{webhookId}")?.["properties"]).toHaveProperty("webhook", {
    description: meaning,
    type: "object",
    properties: { ...fields, url: { description: meaning, type: ["string", "null"] } },
  });
  expect(schemaOf(contract, "webhooks")?.["properties"]).toHaveProperty("webhooks.items", { $ref });
  expect(contract.components.schemas["Webhook"]).toHaveProperty("properties", fields);
});

test("what all its operations got is the component's, whose name and description stay the maintainer's", () => {
  const before = structuredClone(after([list(), one()]));
  const { Webhook, ...schemas } = before.components.schemas;
  before.components.schemas = { ...schemas, Hook: { ...Webhook, description: "A webhook." } };
  for (const { node } of nodes(before))
    if (node["$ref"] === $ref) node["$ref"] = "#/components/schemas/Hook";
  const contract = after([list({ note: "n" }), one({ note: "n" }), one({ note: "n" })], before);
  expect(contract.components.schemas).not.toHaveProperty("Webhook");
  expect(contract.components.schemas["Hook"]).toMatchObject({
    description: "A webhook.",
    "x-observed": observed,
    properties: {
      ...fields,
      note: { description: meaning, type: "string", "x-observed": { ...observed, exchanges: 3 } },
    },
  });
  expect(JSON.stringify(contract.paths).match(/schemas\/Hook"/g)).toHaveLength(2);
});

test("a component that something else refers to, too, gets the facts itself, as the contract's own do", () => {
  const before = structuredClone(after([list(), one()]));
  before.components.schemas["Webhooks"] = { description: "All.", type: "array", items: { $ref } };
  const { Webhook } = after([one({ url: null })], before).components.schemas;
  expect(Webhook).toHaveProperty("properties.url.type", ["string", "null"]);
});

test.each<[string, unknown, unknown]>([
  ["fields of other names", { total: 1, data: [hook(1)] }, { data: hook(1) }],
  ["no envelope", [hook(1)], hook(1)],
])("%s have a component, too", (_, listBody, body) => {
  const contract = after([getExchange("webhooks", listBody), getExchange("webhooks/1", body)]);
  expect(contract.components.schemas["Webhook"]).toHaveProperty("properties", fields);
  expect(JSON.stringify(contract.paths).split(`${$ref}"`)).toHaveLength(3);
});

test.each<[string, object[]]>([
  [
    "lists in what is one",
    ["webhooks/1", "accounts/1/webhooks/1"].map((path) =>
      getExchange(path, { id: 1, log: [hook(1)] }),
    ),
  ],
  ["schemas that differ", [list({ note: "n" }), one()]],
  ["no list", [one(), getExchange("accounts/1/webhooks", { webhook: hook(1) })]],
  [
    "other resources",
    [
      list(),
      getExchange("agents", { agents: [hook(1)] }),
      getExchange("tasks/1", { task: hook(1) }),
    ],
  ],
  [
    "envelopes",
    [getExchange("webhooks", { success: true }), getExchange("webhooks/1", { success: true })],
  ],
  [
    "a name that the contract has",
    [getExchange("rooms", { rooms: [hook(1)] }), getExchange("rooms/1", { room: hook(1) })],
  ],
])("%s make no component", (_, entries) => {
  expect(after(entries).components.schemas).toEqual(readContract().components.schemas);
});
