import { expect, test } from "vitest";
import type { Exchange } from "../../src/traffic/exchange.ts";
import { prepareContract } from "../../src/verify/contract.ts";
import { planRequests } from "../../src/verify/live/plan.ts";
import { createRules, findListedTexts } from "../../src/verify/rules.ts";

/** Creates a contract of one operation. */
function contractWith(pagination: object, firstPage?: number, names: object = {}) {
  const get = {
    operationId: "listParcels",
    "x-repeatable": true,
    "x-pagination": pagination,
    responses: {},
    parameters: [{ name: "at", in: "query", schema: { type: "integer", default: firstPage } }],
  };
  return prepareContract({ paths: { "/parcels": { get } } }, undefined, names);
}
const fields = { items: "parcels", page: "number", size: "most", total: "all" };
const numbered = contractWith({ ...fields, inputs: { page: "at" } }, 1);
const cursors = contractWith({ items: "parcels", next: "cursor", inputs: { cursor: "after" } });

/** Returns the findings of each exchange, given by its query and the body of its response. */
function findingsOf({ operations }: typeof numbered, ...exchanges: [query: string, body: object][]) {
  const rules = createRules();
  const { listParcels } = operations;
  if (!listParcels) throw new Error("No operation.");
  return exchanges.map(([query, value], index) =>
    rules
      .check(
        {
          source: "live",
          file: "",
          session: "",
          number: index + 1,
          at: undefined,
          method: "GET",
          segments: ["parcels"],
          query: new URLSearchParams(query),
          status: 200,
          requestBody: { mediaType: undefined, content: { missing: "no content" } },
          responseBody: { mediaType: "application/json", content: { value, masked: false } },
        },
        listParcels,
        {},
      )
      .map(({ kind, operation, pointer, seen: observation }) => `${kind} ${operation} ${pointer} ${observation}`),
  );
}

const createPage = (number: number, ids: number[], fields = {}) => ({
  number,
  most: 2,
  all: 5,
  parcels: ids.map((parcelId) => ({ parcelId })),
  ...fields,
});

test("the rules apply the contract's `x-pagination` to any operation", () => {
  expect(findingsOf(numbered, ["at=1", createPage(1, [1, 2])], ["at=2", createPage(2, [3, 4])])).toEqual([[], []]);
  expect(findingsOf(numbered, ["", createPage(1, [1, 2, 3])])).toEqual([["contradiction listParcels /parcels more"]]);
  expect(findingsOf(numbered, ["", createPage(1, [1, 2], { all: 1 })])).toEqual([
    ["contradiction listParcels /all fewer than were read"],
  ]);
  expect(findingsOf(numbered, ["at=1", createPage(1, [1, 2])], ["at=2", createPage(1, [1, 2])])).toEqual([
    [],
    ["contradiction listParcels /number the page before it"],
  ]);
  expect(findingsOf(numbered, ["at=1", createPage(1, [1, 2])], ["at=2", createPage(2, [1, 2])])).toEqual([
    [],
    ["contradiction listParcels /parcels those of the page before it"],
  ]);
});

test("pages are compared only within one reading: of the same other inputs, and until the first page is read again", () => {
  const [firstPage, samePage] = [createPage(1, [1, 2]), createPage(2, [1, 2])];
  expect(findingsOf(numbered, ["q=a&at=1", firstPage], ["q=b&at=2", samePage])).toEqual([[], []]);
  expect(findingsOf(numbered, ["q=a&at=1", firstPage], ["q=a&at=2", samePage])[1]).toHaveLength(1);
  const [allParcels, otherParcels] = [createPage(1, [1, 2], { all: 2 }), createPage(1, [3, 4], { all: 2 })];
  expect(findingsOf(numbered, ["at=1", allParcels], ["at=1", otherParcels])).toEqual([[], []]);
});

test("a cursor that is the same on the next page contradicts the contract", () => {
  const body = (cursor: string | null) => ({ parcels: [{ parcelId: 1 }], cursor });
  expect(findingsOf(cursors, ["", body("a")], ["after=a", body("b")], ["after=b", body(null)])).toEqual([[], [], []]);
  expect(findingsOf(cursors, ["after=a", body("a")])).toEqual([
    ["contradiction listParcels /cursor that of this page"],
  ]);
});

test("a page with a field of another type has no finding, since the schema reports it", () => {
  expect(findingsOf(numbered, ["", { number: 1, most: "2", all: 1, parcels: [1, 2, 3] }])).toEqual([[]]);
});

test("the plan has two pages, by the contract's name and first number, or else by the user's name", () => {
  const queries = (contract: typeof numbered) =>
    planRequests(contract, { values: {}, include: [], probeAuth: false }).requests.map(({ query }) => query);
  expect(queries(numbered)).toEqual(["at=1", "at=2"]);
  expect(queries(contractWith(fields))).toEqual([""]);
  expect(queries(contractWith(fields, undefined, { pageNumber: "p" }))).toEqual(["p=0", "p=1"]);
  expect(queries(cursors)).toEqual([""]);
});

test.each([
  ["texts in lists", { types: ["sms", "voice"], total: "2" }, false, ["sms", "voice"]],
  ["texts in lists of lists", [["sms"], "voice"], false, ["sms", "voice"]],
  ["no texts of objects", [{ name: "sms" }, "voice"], false, ["voice"]],
  [
    "texts of objects in a list, if they count",
    { types: [{ name: "sms", more: { key: "voice" } }] },
    true,
    ["sms", "voice"],
  ],
  ["no text outside of lists, although they count", { name: "sms", more: { key: "voice" } }, true, []],
  ["no text that is the whole body", "sms", true, []],
  ["nothing else than texts", [1, null, true], true, []],
])("the listed texts are %s", (_, value, isDeep, texts) => {
  expect([...findListedTexts(value, isDeep)]).toEqual(texts);
});

test.each([
  ["texts", ["sms"]],
  ["objects", [{ name: "sms" }]],
])("a relay has a type that the service lists, also as %s", (_, types) => {
  const paths = Object.fromEntries(
    ["listWebhookRelayTypes", "getWebhookRelay"].map((id) => [`/${id}`, { get: { operationId: id, responses: {} } }]),
  );
  const { operations } = prepareContract({ paths });
  const rules = createRules();
  const add = (id: string, value: unknown, pathValues: Record<string, string>) => {
    const exchange: Exchange = {
      source: "live" as const,
      file: "",
      session: "",
      number: 1,
      at: undefined,
      method: "GET",
      segments: [],
      query: new URLSearchParams(),
      status: 200,
      requestBody: { mediaType: undefined, content: { missing: "no content" } },
      responseBody: { mediaType: "application/json", content: { value, masked: false } },
    };
    rules.check(exchange, operations[id] as NonNullable<(typeof operations)[string]>, pathValues);
  };
  add("listWebhookRelayTypes", types, {});
  add("getWebhookRelay", {}, { type: "sms" });
  expect(rules.finish()).toEqual([]);
  add("getWebhookRelay", {}, { type: "fax" });
  expect(rules.finish()).toMatchObject([{ kind: "contradiction", operation: "getWebhookRelay", seen: "another type" }]);
});
