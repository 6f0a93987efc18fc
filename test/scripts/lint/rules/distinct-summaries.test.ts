import { expect, test } from "vitest";
import { distinctSummaries } from "../../../../scripts/lint/rules/distinct-summaries.ts";
import { at, contractWith, relay, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(distinctSummaries, [
  {
    name: "two operations with one summary",
    edit: (contract) => {
      Object.assign(at(contract, ...tokens), { summary: "SIP registration" });
      Object.assign(at(contract, ...relay), { summary: "SIP registration" });
    },
    message:
      '"listTokens" has the same summary, and both pages would have the title "SIP registration": say what differs.',
    at: "paths//api/v2/webhookRelay/{type}/get/summary",
  },
]);

test("operations without a summary are left to Redocly", () => {
  const contract = contractWith((copy) => {
    delete at(copy, ...tokens)["summary"];
    delete at(copy, ...relay)["summary"];
  });
  expect(distinctSummaries(contract)).toEqual([]);
});
