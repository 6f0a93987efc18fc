import { expect, test } from "vitest";
import { sentenceCase } from "../../../../scripts/lint/rules/sentence-case.ts";
import { at, contractWith, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const answer = [...tokens, "responses", "2XX", "content", "application/json"] as const;

expectRule(sentenceCase, [
  {
    name: "a summary in title case",
    edit: (contract) => Object.assign(at(contract, ...tokens), { summary: "List Tokens" }),
    message: '"List Tokens" must be in sentence case.',
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "a summary without a capital",
    edit: (contract) => Object.assign(at(contract, ...tokens), { summary: "list tokens" }),
    message: '"list tokens" must be in sentence case.',
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "the summary of an example",
    edit: (contract) => Object.assign(at(contract, ...answer, "examples", "empty"), { summary: "No Tokens" }),
    message: '"No Tokens" must be in sentence case.',
    at: answer.join("/"),
  },
]);

test.each(["Delete SIP registration", "List IDs as JSON", "2 tokens"])("takes %s", (summary) => {
  const contract = contractWith((copy) => Object.assign(at(copy, ...tokens), { summary }));
  expect(sentenceCase(contract)).toEqual([]);
});
