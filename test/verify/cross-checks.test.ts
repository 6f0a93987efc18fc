import { expect, test } from "vitest";
import type { Exchange } from "../../src/traffic/exchange.ts";
import {
  createVerifiableContract,
  type VerifiableOperation,
} from "../../src/traffic/verifiable-contract.ts";
import { createCrossChecks, findListedTexts } from "../../src/verify/cross-checks.ts";
import { planRequests } from "../../src/verify/live/plan.ts";

/** Creates a contract of one operation with pages. */
function contractWith(pagination: object, firstPage?: number, names: object = {}) {
  const get = {
    operationId: "listParcels",
    "x-repeatable": true,
    "x-pagination": pagination,
    responses: {},
    parameters: [{ name: "at", in: "query", schema: { type: "integer", default: firstPage } }],
  };
  return createVerifiableContract({ paths: { "/parcels": { get } } }, undefined, names);
}
const fields = { items: "parcels", page: "number", size: "most", total: "all" };
const numbered = contractWith({ ...fields, inputs: { page: "at" } }, 1);

/** Creates an exchange whose response has this body. */
const exchangeOf = (value: unknown, query = ""): Exchange => ({
  source: "live",
  file: "",
  session: "",
  number: 1,
  at: "",
  method: "GET",
  segments: [],
  query: new URLSearchParams(query),
  status: 200,
  requestBody: { mediaType: undefined, content: { missing: "no content" } },
  responseBody: { mediaType: "application/json", content: { value } },
});

/** Returns the findings of the last exchange; those before it have none. */
function findingsOf(...exchanges: [query: string, body: object][]) {
  const rules = createCrossChecks(numbered);
  const findings = exchanges.map(([query, body]) =>
    rules
      .check(exchangeOf(body, query), {
        target: numbered.operations["listParcels"] as VerifiableOperation,
        pathValues: {},
      })
      .map(
        ({ kind, operation, pointer, seen: observation }) =>
          `${kind} ${operation} ${pointer} ${observation}`,
      ),
  );
  expect(findings.slice(0, -1).flat()).toEqual([]);
  return findings.at(-1);
}

const createPage = (number: number, ids: number[], ownFields = {}) => ({
  number,
  most: 2,
  all: 5,
  parcels: ids.map((parcelId) => ({ parcelId })),
  ...ownFields,
});
const first = createPage(1, [1, 2]);

const read = (query: string, body: object): [query: string, body: object] => [query, body];
const [firstRead, sameItems] = [read("at=1", first), createPage(2, [1, 2])];

test.each<[string, [query: string, body: object][], findings: string[]]>([
  ["pages that follow each other", [firstRead, read("at=2", createPage(2, [3, 4]))], []],
  ["the same items for other inputs", [read("q=a&at=1", first), read("q=b&at=2", sameItems)], []],
  [
    "the same items for the same inputs",
    [read("q=a&at=1", first), read("q=a&at=2", sameItems)],
    ["/parcels those of the page before it"],
  ],
  [
    "other items of a first page that is read again",
    [
      read("at=1", createPage(1, [1, 2], { all: 2 })),
      read("at=1", createPage(1, [3, 4], { all: 2 })),
    ],
    [],
  ],
  [
    "another type, which the schema reports",
    [read("", createPage(1, [1, 2, 3], { most: "2" }))],
    [],
  ],
])("the rules of `x-pagination` apply to any operation: %s", (_, exchanges, findings) => {
  expect(findingsOf(...exchanges)).toEqual(
    findings.map((finding) => `contradiction listParcels ${finding}`),
  );
});

test("the plan has two pages, by the contract's name and first number, or else by the user's name", () => {
  const queries = (contract: typeof numbered) =>
    planRequests(contract, { values: {}, include: [], probeAuth: false }).requests.map(
      ({ query }) => query,
    );
  expect(queries(numbered)).toEqual(["at=1", "at=2"]);
  expect(queries(contractWith(fields))).toEqual([""]);
  expect(queries(contractWith(fields, undefined, { pageNumber: "p" }))).toEqual(["p=0", "p=1"]);
});

test.each([
  ["texts in lists", { types: ["sms", "voice"], total: "2" }, false, ["sms", "voice"]],
  [
    "texts of objects in a list, if they count",
    { types: [{ name: "sms", more: { key: "a" } }] },
    true,
    ["sms", "a"],
  ],
  [
    "no text outside of lists, although they count",
    { name: "sms", more: { key: "voice" } },
    true,
    [],
  ],
])("the listed texts are %s", (_, value, isDeep, texts) => {
  expect([...findListedTexts(value, isDeep)]).toEqual(texts);
});
