import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import sentenceCase from "../../../../scripts/lint/rules/sentence-case.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

const advice = "If a word is a name, add it next to Zapier in openapi/redocly.yaml.";
const examples = [...tokens, "responses", "2XX", "content", "application/json", "examples"] as const;

expectRule(sentenceCase, [
  {
    name: "the title of the API in title case",
    edit: (contract) => Object.assign(contract.info, { summary: "an API of Tokens" }),
    message: `In sentence case, this is "An API of tokens". ${advice}`,
    at: "info/summary",
  },
  {
    name: "an operation in title case",
    edit: (contract) => Object.assign(objectAt(contract, ...tokens), { summary: "List Tokens" }),
    message: `In sentence case, this is "List tokens". ${advice}`,
    at: `${tokens.join("/")}/summary`,
  },
  ...[" list tokens", "List\ntokens", "List  tokens "].map((summary) => ({
    name: `the blanks of ${JSON.stringify(summary)}`,
    edit: (contract: Contract) => Object.assign(objectAt(contract, ...tokens), { summary }),
    message: `In sentence case, this is "List tokens". ${advice}`,
    at: `${tokens.join("/")}/summary`,
  })),
  {
    name: "an empty title of the API",
    edit: (contract) => Object.assign(contract.info, { summary: " " }),
    message: "A summary isn't empty.",
    at: "info/summary",
  },
  {
    name: "an example in title case",
    edit: (contract) => Object.assign(objectAt(contract, ...examples, "empty"), { summary: "No Tokens" }),
    message: `In sentence case, this is "No tokens". ${advice}`,
    at: `${examples.join("/")}/empty/summary`,
  },
]);

test("a word that openapi/redocly.yaml lists is a name", () => {
  const contract = contractWith((copy) => Object.assign(objectAt(copy, ...tokens), { summary: "List Zapier hooks" }));
  expect(problemsOf(sentenceCase, contract)).toHaveLength(1);
  expect(problemsOf(sentenceCase, contract, { names: ["Zapier"] })).toEqual([]);
});

test("data with the name of a summary is no title", () => {
  const media = [...examples.slice(0, -1), "schema"];
  const contract = contractWith((copy) => Object.assign(objectAt(copy, ...media), { default: { summary: "A Title" } }));
  expect(problemsOf(sentenceCase, contract, { names: ["Zapier"] })).toEqual([]);
});
