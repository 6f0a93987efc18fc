import { expect, test } from "vitest";
import distinctSummaries from "../../../../scripts/lint/rules/distinct-summaries.ts";
import { contractWith, objectAt, relay, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

expectRule(distinctSummaries, [
  {
    name: "two operations with one summary",
    edit: (contract) => {
      Object.assign(objectAt(contract, ...tokens), { summary: "SIP registration" });
      Object.assign(objectAt(contract, ...relay), { summary: "SIP registration" });
    },
    message:
      '"listTokens" has the same summary, and both pages would have the title "SIP registration": say what differs.',
    at: "paths//api/v2/webhookRelay/{type}/get/summary",
  },
]);

test("operations without a summary are left to Redocly", () => {
  const contract = contractWith((copy) => {
    delete objectAt(copy, ...tokens)["summary"];
    delete objectAt(copy, ...relay)["summary"];
  });
  expect(problemsOf(distinctSummaries, contract)).toEqual([]);
});
