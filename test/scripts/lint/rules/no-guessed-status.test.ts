import { noGuessedStatus } from "../../../../scripts/lint/rules/no-guessed-status.ts";
import { at, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(noGuessedStatus, [
  {
    name: "a success status that is unknown",
    edit: (contract) => {
      const responses = at(contract, ...tokens, "responses");
      responses["200"] = responses["2XX"];
      delete responses["2XX"];
    },
    message: '"200" is given where "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/200",
  },
  {
    name: "a failure status",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "401": { description: "No token." } }),
    message: '"401" is given where "failure-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/401",
  },
  {
    name: "a second success status beside 2XX",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "201": { description: "Created." } }),
    message: '"201" is given where "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/201",
  },
  {
    name: "a redirect",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "302": { description: "Elsewhere." } }),
    message: '"302" is given where "failure-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/302",
  },
]);
