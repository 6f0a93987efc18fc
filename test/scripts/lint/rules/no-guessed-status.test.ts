import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract.ts";
import noGuessedStatus from "../../../../scripts/lint/rules/no-guessed-status.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

/** Adds a status next to the operation's own default, which marks its failures as unknown. */
const failure = (status: string) => (contract: Contract) =>
  Object.assign(objectAt(contract, ...tokens), {
    responses: {
      [status]: { description: "A failure." },
      default: { description: "A failure.", "x-not-shown": { "token-status-codes": "Status codes of failures" } },
    },
  });

expectRule(noGuessedStatus, [
  {
    name: "a success status that is unknown",
    edit: (contract) => {
      const responses = objectAt(contract, ...tokens, "responses");
      responses["200"] = responses["2XX"];
      delete responses["2XX"];
    },
    message: '"200" is given, but "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/200",
  },
  {
    name: "a failure status",
    edit: failure("401"),
    message: '"401" is given, but "token-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/401",
  },
  {
    name: "a second success status next to 2XX",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...tokens, "responses"), { "201": { description: "Created." } }),
    message: '"201" is given, but "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/201",
  },
  {
    name: "a redirect",
    edit: failure("302"),
    message: '"302" is given, but "token-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/302",
  },
]);

test.each<[where: string, move: (contract: Contract) => void]>([
  ["in the paths", () => {}],
  [
    "in a path item by reference",
    (contract) => {
      Object.assign(contract.components, { pathItems: { Tokens: objectAt(contract, "paths", "/api/v2/tokens") } });
      Object.assign(contract.paths, { "/api/v2/tokens": { $ref: "#/components/pathItems/Tokens" } });
    },
  ],
])("an operation %s may have a failure, also if failures are unknown for all operations", (_, move) => {
  const contract = contractWith((copy) => {
    Object.assign(objectAt(copy, ...tokens, "responses"), { "404": { description: "No tokens." } });
    move(copy);
  });
  expect(noGuessedStatus(contract)).toEqual([]);
});
