import { expect, test } from "vitest";
import { documentedOperations, readContract } from "../../../../scripts/contract.ts";
import { noGuessedStatus } from "../../../../scripts/lint/rules/no-guessed-status.ts";
import { at, contractWith, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(noGuessedStatus, [
  {
    name: "a success status that is not shown",
    edit: (contract) => {
      const responses = at(contract, ...tokens, "responses");
      responses["200"] = responses["2XX"];
      delete responses["2XX"];
    },
    message: '"200" stands where "list-tokens-success-status" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/200",
  },
  {
    name: "a failure status",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "401": { description: "No token." } }),
    message: '"401" stands where "failure-status-codes" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/401",
  },
  {
    name: "a second success status beside 2XX",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "201": { description: "Created." } }),
    message: '"201" stands where "list-tokens-success-status" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/201",
  },
  {
    name: "a redirect",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "302": { description: "Elsewhere." } }),
    message: '"302" stands where "failure-status-codes" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/302",
  },
]);

test("reports the shape of an error at each answer that has it", () => {
  const findings = noGuessedStatus(
    contractWith((contract) =>
      Object.assign(at(contract, "components", "responses", "Failure", "content", "application/json", "schema"), {
        type: "object",
      }),
    ),
  );
  expect(findings.map(({ message }) => message)).toEqual(
    documentedOperations(readContract()).map(() => '"type" stands where "error-shape" says that it is not shown.'),
  );
});
