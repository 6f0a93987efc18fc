import { expect, test } from "vitest";
import { findDeclaredResponse, statusOf } from "../../src/core/operation.ts";
import type { ServedOperation } from "../../src/openapi/operation.ts";

test.each([
  ["200", ["default"], 200],
  ["4XX", ["200"], 400],
  ["default", ["200"], 500],
  ["default", ["404"], 200],
])("the status for %s next to %j is %i", (code, codes, status) => {
  const responses = codes.map((code) => ({ code, headers: [], contents: [] }));
  expect(statusOf(code, { responses } as unknown as ServedOperation)).toBe(status);
});

test.each([
  [["302", "200"], "200"],
  [["404", "default"], "default"],
  [["404", "503"], "404"],
])("of the responses %j the usual one is %s", (codes, usual) => {
  const responses = codes.map((code) => ({ code, headers: [], contents: [] }));
  expect(findDeclaredResponse({ responses } as unknown as ServedOperation, undefined)?.code).toBe(
    usual,
  );
});

test("an example that several responses have belongs to the usual one", () => {
  const contents = [{ examples: new Map([["one", {}]]) }];
  const responses = ["404", "200"].map((code) => ({ code, headers: [], contents }));
  expect(
    findDeclaredResponse({ responses } as unknown as ServedOperation, undefined, "one")?.code,
  ).toBe("200");
});
