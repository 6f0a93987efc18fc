import { expect, test } from "vitest";
import { type Operation, statusOf } from "../../src/core/operation.ts";

test.each([
  ["200", ["default"], 200],
  ["4XX", ["200"], 400],
  ["default", ["200"], 500],
  ["default", ["302"], 500],
  ["default", ["404"], 200],
])("the status for %s next to %j is %i", (code, codes, status) => {
  const responses = codes.map((code) => ({ code, headers: [], contents: [] }));
  expect(statusOf(code, { responses } as unknown as Operation)).toBe(status);
});
