import { expect, test } from "vitest";
import { createPlan } from "../../src/core/plan.ts";
import { createRequestStore } from "../../src/core/request-store.ts";

test("steps for the oldest run are forgotten after those for 1,000 other runs", () => {
  const plan = createPlan(createRequestStore());
  plan.set("listTokens", [{ step: { code: 500 } }]);
  for (let run = 0; run < 1001; run++) plan.set("listTokens", [{ step: { code: 503 } }], `${run}`);
  const codeOf = (run: string) => plan.claim({ id: "listTokens", run } as never, "", {}).step.code;
  expect([codeOf("0"), codeOf("1"), codeOf("1000"), codeOf("")]).toEqual([500, 503, 503, 500]);
});
