import { describe, expect, test } from "vitest";
import { createPlan, isApplicable } from "../../src/core/plan.ts";
import { createRequestStore } from "../../src/core/request-store.ts";

test("steps for the oldest run are forgotten after those for 1,000 other runs", () => {
  const plan = createPlan(createRequestStore());
  plan.set("listTokens", [{ step: { code: 500 } }]);
  for (let run = 0; run < 1001; run++) plan.set("listTokens", [{ step: { code: 503 } }], `${run}`);
  const codeOf = (run: string) => plan.claim({ id: "listTokens", run } as never, "", {}).step.code;
  expect([codeOf("0"), codeOf("1"), codeOf("1000"), codeOf("")]).toEqual([500, 503, 503, 500]);
});

describe("the memory", () => {
  const key = {};

  test("counts the steps of 1,000 keys of a run, and forgets the oldest for a new one alone", () => {
    const memory = createRequestStore();
    for (let count = 0; count < 1000; count++) memory.take("", count);
    memory.take("", 999);
    expect([memory.countTaken("", 0), memory.countTaken("", 999)]).toEqual([1, 2]);
    memory.take("", key);
    expect([
      memory.countTaken("", 0),
      memory.countTaken("", 1),
      memory.countTaken("", key),
    ]).toEqual([0, 1, 1]);
  });
});

test("a counted step that has headers waits for a request that doesn't choose its response", () => {
  expect(isApplicable({ headers: { "x-a": "1" }, times: 1 }, { code: 503 })).toBe(false);
});
