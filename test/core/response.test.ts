import { expect, test } from "vitest";
import type { MockExchange } from "../../src/core/exchange.ts";
import { reject } from "../../src/core/rejection.ts";
import { toHeaderList, toHeaderText, toRejected, toResponse } from "../../src/core/response.ts";

test("the text of a header is ASCII, and ends after 1,000 characters", () => {
  expect(toHeaderText("größer\n1")).toBe("gr?er?1");
  expect(toHeaderText("a".repeat(1234))).toBe(`${"a".repeat(1000)}... and 234 more`);
});

test.each([
  [[], ""],
  [["a", "größer"], "a, gr?er"],
  [Array(3000).fill("name"), `${"name, ".repeat(166)}and 2834 more`],
  [["a", "b".repeat(2000), "c"], "a, and 2 more"],
  [["a".repeat(2000)], "and 1 more"],
])(
  "a list in a header ends before 1,000 characters, with the number of those that it leaves out",
  (items, text) => {
    expect(toHeaderList(items)).toBe(text);
  },
);

const exchangeOf = (
  parts: Pick<Required<MockExchange>, "step" | "result"> & Partial<MockExchange>,
) => ({
  time: 0,
  method: "GET",
  run: "",
  delivered: false,
  ...parts,
});

test("an example that a response without content can't have isn't listed as applied", () => {
  const result = { status: 204, body: "", source: "contract", code: "2XX", headers: {} } as const;
  const requestPreferences = { code: 204, example: "empty" };
  const { headers } = toResponse(exchangeOf({ step: {}, requestPreferences, result }), () => {});
  expect(headers["preference-applied"]).toBe("code=204");
});

test("a rejection is sent without the delay and the fault that its request prefers", () => {
  const step = { delay: 1000, fault: "reset" } as const;
  const response = toResponse(
    exchangeOf({ step, result: toRejected(reject(422, "Invalid.")) }),
    () => {},
  );
  expect(response).toMatchObject({ status: 422, delay: 0, fault: undefined });
});
