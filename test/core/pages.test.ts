import { expect, test } from "vitest";
import { addJunkInboxParameters, readInputNames } from "../../src/core/junk-inbox.ts";
import { cutPage, readPageInputs } from "../../src/core/pages.ts";
import type { ServedOperation } from "../../src/openapi/operation.ts";

const pagination = { items: "rows", page: "page", inputs: { page: "p" } };
const operation: ServedOperation = {
  method: "GET",
  path: "/",
  parameters: [],
  security: [],
  responses: [],
  pagination,
};

test("inputs that a tester names add to those that the contract names", () => {
  const inputs = readInputNames({ pageSize: "s" }, []);
  expect(addJunkInboxParameters("listJunkInbox", operation, inputs).pagination?.inputs).toEqual({
    page: "p",
    size: "s",
  });
});

test("an input that is sent twice is rejected", () => {
  expect(readPageInputs(new URLSearchParams("p=1&p=2"), pagination)).toMatchObject({ status: 422 });
});

test("a body isn't cut to a page if pages are switched off", () => {
  const body = { page: 0, rows: ["a", "b"] };
  expect(cutPage(body, pagination, { size: 1 })).toEqual({ page: 0, rows: ["a"] });
  expect(cutPage(body, pagination, { size: 1, paginate: false })).toBe(body);
});

test("a name of an input can't be empty", () => {
  expect(() => readInputNames({ pageSize: "" }, [])).toThrow(
    "junkInboxInputNames has a name for pageSize that is blank or taken.",
  );
});

test("a page before the first is empty", () => {
  expect(cutPage({ page: 1, rows: ["a", "b"] }, pagination, { page: 0, size: 1 })).toEqual({
    page: 0,
    rows: [],
  });
});

test("a body without items isn't cut to a page", () => {
  expect(cutPage({ page: 1 }, pagination, { size: 1 })).toEqual({ page: 1 });
});

test("a page of a body without a size has all of its items", () => {
  const body = { page: 0, rows: ["a", "b"] };
  expect(cutPage(body, pagination, { page: 0 })).toEqual(body);
  expect(cutPage(body, pagination, { page: 1 })).toEqual({ page: 1, rows: [] });
});
