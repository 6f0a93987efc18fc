import { nothingGuessed } from "../../../../scripts/lint/rules/nothing-guessed.ts";
import { at, junkInbox, relay, token, types } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const inputs = [...junkInbox, "parameters", 0, "schema", "additionalProperties", "anyOf"] as const;
const deletion = ["paths", "/api/v2/sip/registration", "delete"] as const;
const room = ["components", "schemas", "Room", "properties"] as const;

expectRule(nothingGuessed, [
  {
    name: "an enum of values that are unknown",
    edit: (contract) => Object.assign(at(contract, ...token, "type"), { enum: ["admin", "user"] }),
    message: '"user" is given where "token-type-values" marks it as unknown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an enum in the schema of a parameter",
    edit: (contract) => Object.assign(at(contract, ...relay, "parameters", 0, "schema"), { enum: ["sms"] }),
    message: '"sms" is given where "webhook-relay-type-values" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "a default that is unknown",
    edit: (contract) => Object.assign(at(contract, ...inputs, 1), { default: 0 }),
    message: '"default" is given where "page-number-input-default" marks it as unknown.',
    at: "paths//api/v2/junkConversations/get/parameters/0/schema/additionalProperties/anyOf/1",
  },
  {
    name: "a bound that is unknown",
    edit: (contract) => Object.assign(at(contract, ...inputs, 2), { maximum: 100 }),
    message: '"maximum" is given where "page-size-bounds" marks it as unknown.',
    at: "paths//api/v2/junkConversations/get/parameters/0/schema/additionalProperties/anyOf/2",
  },
  {
    name: "one more const among alternatives",
    edit: (contract) =>
      Object.assign(at(contract, ...token, "type"), { anyOf: [{ const: "admin" }, { const: "user" }] }),
    message: '"user" is given where "token-type-values" marks it as unknown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "a named input",
    edit: (contract) =>
      Object.assign(at(contract, ...junkInbox, "parameters", 0, "schema"), {
        properties: { page: { type: "integer" } },
      }),
    message: '"properties" is given where "paginate-input-name" marks it as unknown.',
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "a named input by reference",
    edit: (contract) => {
      const parameter = at(contract, ...junkInbox, "parameters", 0);
      const { additionalProperties } = at(parameter, "schema");
      Object.assign(contract.components.schemas, { Inputs: { additionalProperties, properties: { page: {} } } });
      parameter["schema"] = { $ref: "#/components/schemas/Inputs" };
    },
    message: '"properties" is given where "paginate-input-name" marks it as unknown.',
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "a default for all inputs at once",
    edit: (contract) => Object.assign(at(contract, ...junkInbox, "parameters", 0, "schema"), { default: { page: 0 } }),
    message: '"default" is given where "paginate-input-default" marks it as unknown.',
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "a body of the deletion",
    edit: (contract) =>
      Object.assign(at(contract, ...deletion, "responses", "200"), {
        content: { "application/json": { schema: { type: "object" } } },
      }),
    message: '"type" is given where "delete-sip-registration-answer" marks it as unknown.',
    at: "paths//api/v2/sip/registration/delete/responses/200",
  },
  {
    name: "a payload of the deletion",
    edit: (contract) => Object.assign(at(contract, ...deletion), { requestBody: { content: {} } }),
    message: '"requestBody" is given where "delete-sip-registration-payload" marks it as unknown.',
    at: "paths//api/v2/sip/registration/delete",
  },
  {
    name: "parameters of the deletion",
    edit: (contract) => Object.assign(at(contract, ...deletion), { parameters: [] }),
    message: '"parameters" is given where "delete-sip-registration-parameters" marks it as unknown.',
    at: "paths//api/v2/sip/registration/delete",
  },
  {
    name: "another address than that of the local mock",
    edit: (contract) =>
      Object.assign(at(contract, "servers", 0, "variables", "base_url"), { default: "https://api.example.com" }),
    message: '"https://api.example.com" is given where "base-url" marks it as unknown.',
    at: "servers/0/variables/base_url",
  },
  {
    name: "an enum by reference",
    edit: (contract) => {
      Object.assign(contract.components.schemas, { RelayType: { enum: ["sms"] } });
      at(contract, ...relay, "parameters", 0)["schema"] = { $ref: "#/components/schemas/RelayType" };
    },
    message: '"sms" is given where "webhook-relay-type-values" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "a pattern that lists values",
    edit: (contract) => Object.assign(at(contract, ...room, "destinationInboxType"), { pattern: "^(junk|priority)$" }),
    message: '"pattern" is given where "destination-inbox-type-values" marks it as unknown.',
    at: "components/schemas/Room/properties/destinationInboxType",
  },
  {
    name: "a list of examples of values",
    edit: (contract) => Object.assign(at(contract, ...token, "type", "anyOf", 1), { examples: ["user"] }),
    message: '"examples" is given where "token-type-values" marks it as unknown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an example of a value",
    edit: (contract) => Object.assign(at(contract, ...relay, "parameters", 0), { example: "sms" }),
    message: '"example" is given where "webhook-relay-type-values" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "an example of a body that is unknown",
    edit: (contract) =>
      Object.assign(at(contract, ...types, "responses", "2XX", "content", "application/json"), { examples: {} }),
    message: '"examples" is given where "list-webhook-relay-types-answer" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/types/get/responses/2XX",
  },
  {
    name: "parameters of the path of the deletion",
    edit: (contract) => Object.assign(at(contract, ...deletion.slice(0, 2)), { parameters: [] }),
    message: '"parameters" is given where "delete-sip-registration-parameters" marks it as unknown.',
    at: "paths//api/v2/sip/registration/delete",
  },
  {
    name: "a payload of the relay types list",
    edit: (contract) => Object.assign(at(contract, ...types), { requestBody: { content: {} } }),
    message: '"requestBody" is given where "list-webhook-relay-types-payload" marks it as unknown.',
    at: "paths//api/v2/webhookRelay/types/get",
  },
  {
    name: "the shape of an error",
    edit: (contract) =>
      Object.assign(at(contract, "components", "responses", "Failure", "content", "application/json", "schema"), {
        type: "object",
      }),
    message: '"type" is given where "error-shape" marks it as unknown.',
    at: "components/responses/Failure",
  },
]);
