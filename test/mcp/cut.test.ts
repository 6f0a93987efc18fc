import { expect, test } from "vitest";
import { cutLists } from "../../src/mcp/cut.ts";
import { createResultWriter } from "../../src/mcp/result.ts";
import { pathOperations } from "../../src/openapi/operations.ts";

/** Cuts a copy of a value to a size. */
function cutCopy(value: unknown, maxBytes: number) {
  const copy = structuredClone(value);
  return { copy, ...cutLists(copy, maxBytes) };
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test.each([
  ["nothing", null],
  ["texts", { a: 'é\u0000"', b: ["x", ""] }],
  ["nested values", [{ a: [[], {}, [1, 2.5, true, null]] }, { b: { c: [] } }]],
])("the size of %s is that of its JSON, and a value that fits stays whole", (_, value) => {
  expect(cutCopy(value, sizeOf(value))).toEqual({ copy: value, bytes: sizeOf(value), cuts: [] });
});

test("as many items are kept as fit", () => {
  const items = Array.from({ length: 100 }, () => "0123456789");
  const { copy, cuts } = cutCopy({ items, more: "x" }, 500);
  expect(sizeOf(copy)).toBeLessThanOrEqual(500);
  expect(sizeOf(copy)).toBeGreaterThan(500 - sizeOf("0123456789") - 1);
  const keptCount = (copy as { items: string[] }).items.length;
  expect(cuts).toEqual([{ place: "items", itemCount: 100, omittedCount: 100 - keptCount }]);
});

test("a list within the one item of a list is cut", () => {
  const { copy, cuts } = cutCopy([{ pages: { rows: Array(50).fill("0123456789") } }], 200);
  expect(sizeOf(copy)).toBeLessThanOrEqual(200);
  expect(cuts?.map(({ place }) => place)).toEqual(["[].pages.rows"]);
});

test("the largest list is cut first, then the next", () => {
  const value = { small: Array(10).fill("01234567"), large: [..."0123456789"].map((digit) => digit.repeat(90)) };
  expect(cutCopy(value, sizeOf(value) - 1).cuts?.map(({ place }) => place)).toEqual(["large"]);
  const { copy, cuts } = cutCopy(value, 150);
  expect(cuts?.map(({ place }) => place)).toEqual(["large", "small"]);
  expect(sizeOf(copy)).toBeLessThanOrEqual(150);
});

test.each([
  ["a text", "x".repeat(100)],
  ["one large item", [["x".repeat(100)]]],
  ["many small lists", Object.fromEntries([..."abcdefghij"].map((name) => [name, [1, 2]]))],
])("%s can't be cut", (_, value) => {
  expect(cutCopy(value, 20)).toMatchObject({ bytes: sizeOf(value) });
  expect(cutCopy(value, 20).cuts).toBeUndefined();
});

test.each([
  ["none", [], "No input is known that narrows it."],
  ["some", ["page", "size"], "Inputs may narrow it: page, size."],
])("the note of a cut names the inputs that may narrow the response: %s", (_, inputNames, advice) => {
  const get = { operationId: "getWebhookRelay", responses: {} };
  const contract = { paths: { "/parcels": { get } } };
  const [pathOperation = expect.unreachable()] = pathOperations(contract);
  const { texts } = createResultWriter(contract, pathOperation, "12345678", inputNames)(Array(300_000).fill(1));
  expect(texts.at(-1)).toMatch(/^Left out of the list: \d+ of 300000\. The response has 601 kB, /);
  expect(texts.at(-1)).toContain(` at most. ${advice}`);
});
