import { expect, test } from "vitest";
import { addJunkInboxParameters, readInputNames } from "../../src/core/junk-inbox.ts";
import { cutPage, type PageInputs, readPageInputs } from "../../src/core/pages.ts";
import type { ServedOperation } from "../../src/openapi/operation.ts";

const pagination = { items: "rows", page: "page", inputs: { page: "p" } };

test("inputs that a tester names add to those that the contract names", () => {
  const operation = { parameters: [], pagination } as unknown as ServedOperation;
  const inputs = readInputNames({ pageSize: "s" }, []);
  expect(addJunkInboxParameters("listJunkInbox", operation, inputs).pagination?.inputs).toEqual({
    page: "p",
    size: "s",
  });
});

test("an input that is sent twice is rejected", () => {
  expect(readPageInputs(new URLSearchParams("p=1&p=2"), pagination)).toMatchObject({ status: 422 });
});

const rows = ["a", "b"];
test.each<[name: string, body: object, inputs: PageInputs, page: object]>([
  ["a page", { page: 0, rows }, { size: 1 }, { page: 0, rows: ["a"] }],
  ["all, if pages are off", { page: 0, rows }, { size: 1, paginate: false }, { page: 0, rows }],
  ["all, without a size", { page: 0, rows }, { page: 0 }, { page: 0, rows }],
  ["nothing after that", { page: 0, rows }, { page: 1 }, { page: 1, rows: [] }],
])("a body is cut to %s", (_, body, inputs, page) => {
  expect(cutPage(body, pagination, inputs)).toEqual(page);
});
