import { expect, test } from "vitest";
import { reject } from "../../src/core/rejection.ts";
import { toHeaderText, toRejected, toResponse } from "../../src/core/response.ts";

test("the text of a header is ASCII of at most 1,000 characters", () => {
  expect(toHeaderText("größer\n1")).toBe("gr?er?1");
  expect(toHeaderText("a".repeat(1001))).toHaveLength(1000);
});

test("an example that a response without content can't have isn't listed as applied", () => {
  const result = { status: 204, body: "", source: "contract", code: "2XX", headers: {} } as const;
  const requestPreferences = { code: 204, example: "empty" };
  const { headers } = toResponse({ method: "GET", run: "", step: {}, requestPreferences, result }, () => {});
  expect(headers["preference-applied"]).toBe("code=204");
});

test("a rejection is sent without the delay and the fault that its request prefers", () => {
  const step = { delay: 1000, fault: "reset" } as const;
  const response = toResponse({ method: "GET", run: "", step, result: toRejected(reject(422, "Invalid.")) }, () => {});
  expect(response).toMatchObject({ status: 422, delay: 0, fault: undefined });
});
