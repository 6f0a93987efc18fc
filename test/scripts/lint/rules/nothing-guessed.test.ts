import { nothingGuessed } from "../../../../scripts/lint/rules/nothing-guessed.ts";
import { at, junkInbox, relay, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const inputs = [...junkInbox, "parameters", 0, "schema", "additionalProperties", "anyOf"] as const;
const config = ["components", "schemas", "WebhookRelayConfig", "properties"] as const;

expectRule(nothingGuessed, [
  {
    name: "an enum of values that are not shown",
    edit: (contract) => Object.assign(at(contract, ...token, "type"), { enum: ["admin", "user"] }),
    message: '"enum" stands where "token-type-values" says that it is not shown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an enum in the schema of a parameter",
    edit: (contract) => Object.assign(at(contract, ...relay, "parameters", 0, "schema"), { enum: ["sms"] }),
    message: '"enum" stands where "webhook-relay-type-values" says that it is not shown.',
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
    edit: (contract) => Object.assign(at(contract, ...config, "timeout"), { description: "A duration in seconds." }),
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
    message: '"status 200" stands where "list-tokens-success-status" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/200",
  },
  {
    name: "a failure status",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses"), { "401": { description: "No token." } }),
    message: '"401" stands where "failure-status-codes" says that it is not shown.',
    at: "paths//api/v2/tokens/get/responses/401",
  },
]);
