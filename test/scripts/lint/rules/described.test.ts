import { described } from "../../../../scripts/lint/rules/described.ts";
import { at, junkInbox, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(described, [
  {
    name: "a property without a description",
    edit: (contract) => delete at(contract, ...token, "userId")["description"],
    message: "properties userId needs a description.",
    at: "components/schemas/Token/properties/userId",
  },
  {
    name: "a property by reference",
    edit: (contract) =>
      delete at(contract, "components", "schemas", "WebhookRelay", "allOf", 1, "properties", "config")["description"],
    message: "properties config needs a description.",
    at: "components/schemas/WebhookRelay/allOf/1/properties/config",
  },
  {
    name: "a property that is itself called description",
    edit: (contract) => delete at(contract, ...token, "description")["description"],
    message: "properties description needs a description.",
    at: "components/schemas/Token/properties/description",
  },
  {
    name: "a parameter with an empty description",
    edit: (contract) => Object.assign(at(contract, ...junkInbox, "parameters", 0), { description: "" }),
    message: "parameters 0 needs a description.",
    at: "paths//api/v2/junkConversations/get/parameters/0",
  },
  {
    name: "an operation without a description",
    edit: (contract) => delete at(contract, ...tokens)["description"],
    message: "/api/v2/tokens get needs a description.",
    at: "paths//api/v2/tokens/get",
  },
  {
    name: "an area without a description",
    edit: (contract) => delete at(contract, "tags", 0)["description"],
    message: "tags 0 needs a description.",
    at: "tags/0",
  },
  {
    name: "a component without a description",
    edit: (contract) => delete at(contract, "components", "schemas", "Room")["description"],
    message: "schemas Room needs a description.",
    at: "components/schemas/Room",
  },
  {
    name: "an answer with an empty description",
    edit: (contract) => Object.assign(at(contract, ...tokens, "responses", "2XX"), { description: "" }),
    message: "responses 2XX needs a description.",
    at: "paths//api/v2/tokens/get/responses/2XX",
  },
  {
    name: "a header of an answer",
    edit: (contract) =>
      Object.assign(at(contract, ...tokens, "responses", "2XX"), { headers: { "X-Total": { schema: {} } } }),
    message: "headers X-Total needs a description.",
    at: "paths//api/v2/tokens/get/responses/2XX/headers/X-Total",
  },
  {
    name: "a payload",
    edit: (contract) => Object.assign(at(contract, ...tokens), { requestBody: { content: {} } }),
    message: "get requestBody needs a description.",
    at: "paths//api/v2/tokens/get/requestBody",
  },
  {
    name: "a property that is called example",
    edit: (contract) => Object.assign(at(contract, ...token), { example: { type: "string" } }),
    message: "properties example needs a description.",
    at: "components/schemas/Token/properties/example",
  },
  {
    name: "a property that is merely true",
    edit: (contract) => Object.assign(at(contract, ...token), { anything: true }),
    message: "anything needs a description.",
    at: "components/schemas/Token/properties",
  },
]);
