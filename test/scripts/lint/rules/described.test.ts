import described from "../../../../scripts/lint/rules/described.ts";
import { objectAt, token } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

expectRule(described, [
  {
    name: "a property without a description",
    edit: (contract) => delete objectAt(contract, ...token, "userId")["description"],
    message: "properties userId needs a description.",
    at: "components/schemas/Token/properties/userId",
  },
  {
    name: "a property by reference",
    edit: (contract) =>
      delete objectAt(contract, "components", "schemas", "WebhookRelay", "allOf", 1, "properties", "config")[
        "description"
      ],
    message: "properties config needs a description.",
    at: "components/schemas/WebhookRelay/allOf/1/properties/config",
  },
  {
    name: "a property that is itself called description",
    edit: (contract) => delete objectAt(contract, ...token, "description")["description"],
    message: "properties description needs a description.",
    at: "components/schemas/Token/properties/description",
  },
  {
    name: "a component without a description",
    edit: (contract) => delete objectAt(contract, "components", "schemas", "Room")["description"],
    message: "schemas Room needs a description.",
    at: "components/schemas/Room",
  },
  {
    name: "a property that is called example",
    edit: (contract) => Object.assign(objectAt(contract, ...token), { example: { type: "string" } }),
    message: "properties example needs a description.",
    at: "components/schemas/Token/properties/example",
  },
  {
    name: "a property that is merely true",
    edit: (contract) => Object.assign(objectAt(contract, ...token), { anything: true }),
    message: "anything needs a description.",
    at: "components/schemas/Token/properties",
  },
]);
