import { expect, test } from "vitest";
import { nothingGuessed } from "../../../../scripts/lint/rules/nothing-guessed.ts";
import { at, contractWith, junkInbox, relay, relayConfig, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const inputs = [...junkInbox, "parameters", 0, "schema", "additionalProperties", "anyOf"] as const;
const removal = ["paths", "/api/v2/sip/registration", "delete"] as const;

expectRule(nothingGuessed, [
  {
    name: "an enum of values that are not shown",
    edit: (contract) => Object.assign(at(contract, ...token, "type"), { enum: ["admin", "user"] }),
    message: '"user" stands where "token-type-values" says that it is not shown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an enum in the schema of a parameter",
    edit: (contract) => Object.assign(at(contract, ...relay, "parameters", 0, "schema"), { enum: ["sms"] }),
    message: '"sms" stands where "webhook-relay-type-values" says that it is not shown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "a default that is not shown",
    edit: (contract) => Object.assign(at(contract, ...inputs, 1), { default: 0 }),
    message: '"default" stands where "page-number-input-default" says that it is not shown.',
    at: "paths//api/v2/junkConversations/get/parameters/0/schema/additionalProperties/anyOf/1",
  },
  {
    name: "a bound that is not shown",
    edit: (contract) => Object.assign(at(contract, ...inputs, 2), { maximum: 100 }),
    message: '"maximum" stands where "page-size-bounds" says that it is not shown.',
    at: "paths//api/v2/junkConversations/get/parameters/0/schema/additionalProperties/anyOf/2",
  },
  {
    name: "a unit that is not shown",
    edit: (contract) =>
      Object.assign(at(contract, ...relayConfig, "timeout"), { description: "A duration in seconds." }),
    message: '"seconds" stands where "relay-timeout-unit" says that it is not shown.',
    at: "components/schemas/WebhookRelayConfig/properties/timeout",
  },
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
    name: "one more const among alternatives",
    edit: (contract) =>
      Object.assign(at(contract, ...token, "type"), { anyOf: [{ const: "admin" }, { const: "user" }] }),
    message: '"user" stands where "token-type-values" says that it is not shown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "a named input",
    edit: (contract) =>
      Object.assign(at(contract, ...junkInbox, "parameters", 0, "schema"), {
        properties: { page: { type: "integer" } },
      }),
    message: '"properties" stands where "paginate-input-name" says that it is not shown.',
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "a default for all inputs at once",
    edit: (contract) => Object.assign(at(contract, ...junkInbox, "parameters", 0, "schema"), { default: { page: 0 } }),
    message: '"default" stands where "paginate-input-default" says that it is not shown.',
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "a unit in short",
    edit: (contract) =>
      Object.assign(at(contract, ...relayConfig, "timeout"), { description: "A duration, such as 30s." }),
    message: '"30s" stands where "relay-timeout-unit" says that it is not shown.',
    at: "components/schemas/WebhookRelayConfig/properties/timeout",
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
  {
    name: "a body of the removal",
    edit: (contract) =>
      Object.assign(at(contract, ...removal, "responses", "200"), {
        content: { "application/json": { schema: { type: "object" } } },
      }),
    message: '"type" stands where "delete-sip-registration-answer" says that it is not shown.',
    at: "paths//api/v2/sip/registration/delete/responses/200",
  },
  {
    name: "a payload of the removal",
    edit: (contract) => Object.assign(at(contract, ...removal), { requestBody: { content: {} } }),
    message: '"requestBody" stands where "delete-sip-registration-payload" says that it is not shown.',
    at: "paths//api/v2/sip/registration/delete",
  },
  {
    name: "parameters of the removal",
    edit: (contract) => Object.assign(at(contract, ...removal), { parameters: [] }),
    message: '"parameters" stands where "delete-sip-registration-parameters" says that it is not shown.',
    at: "paths//api/v2/sip/registration/delete",
  },
]);

test("reports the shape of an error at each answer that has it", () => {
  const findings = nothingGuessed(
    contractWith((contract) =>
      Object.assign(at(contract, "components", "responses", "Failure", "content", "application/json", "schema"), {
        type: "object",
      }),
    ),
  );
  expect(findings.map(({ message }) => message)).toEqual(
    Array(5).fill('"type" stands where "error-shape" says that it is not shown.'),
  );
});
