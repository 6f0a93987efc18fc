import { nothingGuessed } from "../../../../scripts/lint/rules/nothing-guessed.ts";
import { at, junkInbox, relay, token, types } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const inputs = [...junkInbox, "parameters", 0, "schema", "additionalProperties", "anyOf"] as const;
const removal = ["paths", "/api/v2/sip/registration", "delete"] as const;
const room = ["components", "schemas", "Room", "properties"] as const;

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
    name: "a named input by reference",
    edit: (contract) => {
      const parameter = at(contract, ...junkInbox, "parameters", 0);
      const { additionalProperties } = at(parameter, "schema");
      Object.assign(contract.components.schemas, { Inputs: { additionalProperties, properties: { page: {} } } });
      parameter["schema"] = { $ref: "#/components/schemas/Inputs" };
    },
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
  {
    name: "another address than that of the local mock",
    edit: (contract) =>
      Object.assign(at(contract, "servers", 0, "variables", "base_url"), { default: "https://api.example.com" }),
    message: '"https://api.example.com" stands where "base-url" says that it is not shown.',
    at: "servers/0/variables/base_url",
  },
  {
    name: "an enum by reference",
    edit: (contract) => {
      Object.assign(contract.components.schemas, { RelayType: { enum: ["sms"] } });
      at(contract, ...relay, "parameters", 0)["schema"] = { $ref: "#/components/schemas/RelayType" };
    },
    message: '"sms" stands where "webhook-relay-type-values" says that it is not shown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "a pattern that lists values",
    edit: (contract) => Object.assign(at(contract, ...room, "destinationInboxType"), { pattern: "^(junk|priority)$" }),
    message: '"pattern" stands where "destination-inbox-type-values" says that it is not shown.',
    at: "components/schemas/Room/properties/destinationInboxType",
  },
  {
    name: "a list of examples of values",
    edit: (contract) => Object.assign(at(contract, ...token, "type", "anyOf", 1), { examples: ["user"] }),
    message: '"examples" stands where "token-type-values" says that it is not shown.',
    at: "components/schemas/Token/properties/type",
  },
  {
    name: "an example of a value",
    edit: (contract) => Object.assign(at(contract, ...relay, "parameters", 0), { example: "sms" }),
    message: '"example" stands where "webhook-relay-type-values" says that it is not shown.',
    at: "paths//api/v2/webhookRelay/{type}/get/parameters/0",
  },
  {
    name: "an example of a body that is not shown",
    edit: (contract) =>
      Object.assign(at(contract, ...types, "responses", "2XX", "content", "application/json"), { examples: {} }),
    message: '"examples" stands where "list-webhook-relay-types-answer" says that it is not shown.',
    at: "paths//api/v2/webhookRelay/types/get/responses/2XX",
  },
  {
    name: "parameters of the path of the removal",
    edit: (contract) => Object.assign(at(contract, ...removal.slice(0, 2)), { parameters: [] }),
    message: '"parameters" stands where "delete-sip-registration-parameters" says that it is not shown.',
    at: "paths//api/v2/sip/registration/delete",
  },
  {
    name: "a payload of the relay types list",
    edit: (contract) => Object.assign(at(contract, ...types), { requestBody: { content: {} } }),
    message: '"requestBody" stands where "list-webhook-relay-types-payload" says that it is not shown.',
    at: "paths//api/v2/webhookRelay/types/get",
  },
]);
