import { expect, test } from "vitest";
import type { OperationRow, PagesRow } from "../../generated/operations.ts";
import { planOf } from "../../src/verify/live/plan.ts";
import { createRules } from "../../src/verify/rules.ts";

const row = (pages: PagesRow): OperationRow => ({ method: "GET", path: "/parcels", repeatable: true, pages });
const numbered: PagesRow = { items: "parcels", page: "number", size: "most", total: "all", input: "at", first: 1 };
const cursors: PagesRow = { items: "parcels", next: "cursor", input: "after" };

/** The findings of responses to requests with these queries, by place. */
function findings(pages: PagesRow, ...exchanges: [query: string, body: object][]) {
  const rules = createRules({ listParcels: row(pages) });
  return exchanges.map(([query, value], index) =>
    rules
      .check(
        {
          ...{ source: "live", file: "", session: "", number: index + 1, at: undefined, method: "GET" },
          ...{ segments: ["parcels"], query: new URLSearchParams(query), requestHeaders: [], status: 200 },
          requestBody: { mediaType: undefined, content: { missing: "no content" } },
          responseBody: { mediaType: "application/json", content: { value, masked: false } },
        },
        "listParcels",
        {},
      )
      .map(({ kind, operation, pointer, seen }) => `${kind} ${operation} ${pointer} ${seen}`),
  );
}

const page = (number: number, ids: number[], more = {}) => ({
  ...{ number, most: 2, all: 5, parcels: ids.map((parcelId) => ({ parcelId })) },
  ...more,
});

test("the rules of any operation with pages are those that the contract has of it", () => {
  expect(findings(numbered, ["at=1", page(1, [1, 2])], ["at=2", page(2, [3, 4])])).toEqual([[], []]);
  expect(findings(numbered, ["", page(1, [1, 2, 3])])).toEqual([["contradiction listParcels /parcels more"]]);
  expect(findings(numbered, ["", page(1, [1, 2], { all: 1 })])).toEqual([
    ["contradiction listParcels /all fewer than were read"],
  ]);
  expect(findings(numbered, ["at=1", page(1, [1, 2])], ["at=2", page(1, [1, 2])])).toEqual([
    [],
    ["contradiction listParcels /number the page before it"],
  ]);
  expect(findings(numbered, ["at=1", page(1, [1, 2])], ["at=2", page(2, [1, 2])])).toEqual([
    [],
    ["contradiction listParcels /parcels those of the page before it"],
  ]);
});

test("a cursor that leads to itself is found", () => {
  const body = (cursor: string | null) => ({ parcels: [{ parcelId: 1 }], cursor });
  expect(findings(cursors, ["", body("a")], ["after=a", body("b")], ["after=b", body(null)])).toEqual([[], [], []]);
  expect(findings(cursors, ["after=a", body("a")])).toEqual([["contradiction listParcels /cursor that of this page"]]);
});

test("a page without a field that the contract names is left to the schema", () => {
  expect(findings(numbered, ["", { number: 1, most: "2", all: 1, parcels: [1, 2, 3] }])).toEqual([[]]);
});

test("two pages are planned by the name and the first number that the contract has", () => {
  const queries = (pages: PagesRow, names = {}) =>
    planOf({
      ...{ operations: { listParcels: row(pages) }, declarations: {}, values: {}, included: [], probeAuth: false },
      names,
    }).requests.map(({ query }) => query);
  expect(queries(numbered)).toEqual(["at=1", "at=2"]);
  expect(queries({ items: "parcels", page: "number" })).toEqual([""]);
  expect(queries({ items: "parcels", page: "number" }, { pageNumber: "p" })).toEqual(["p=0", "p=1"]);
  expect(queries(cursors)).toEqual([""]);
});
