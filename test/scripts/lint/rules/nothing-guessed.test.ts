import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../../../scripts/contract/document.ts";
import nothingGuessed from "../../../../scripts/lint/rules/nothing-guessed.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { type Case, expectRule, problemsOf } from "./expect-rule.ts";

const contract = readContract(join(import.meta.dirname, "nothing-guessed.yaml"));
const list = ["paths", "/records", "get"] as const;
const record = ["paths", "/records/{kind}", "get"] as const;
const inputs = [...record, "parameters", 1, "schema"] as const;
const type = ["components", "schemas", "Record", "properties", "type"] as const;

const page = { name: "page", in: "query", schema: { type: "integer" } };

const cases: Case[] = [
  {
    name: "an enum of values that are unknown",
    edit: (contract) => Object.assign(objectAt(contract, ...type), { enum: ["admin", "user"] }),
    message: '"user" is given, but "record-type-values" marks it as unknown.',
    at: "components/schemas/Record/properties/type",
  },
  {
    name: "an enum in the schema of a parameter",
    edit: (contract) => Object.assign(objectAt(contract, ...record, "parameters", 0, "schema"), { enum: ["sms"] }),
    message: '"sms" is given, but "record-kind-values" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/0",
  },
  {
    name: "a default that is unknown",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...inputs, "additionalProperties", "anyOf", 0), { default: 0 }),
    message: '"default" is given, but "first-input-default" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/1/schema/additionalProperties/anyOf/0",
  },
  {
    name: "a bound that is unknown",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...inputs, "additionalProperties", "anyOf", 0), { maximum: 100 }),
    message: '"maximum" is given, but "first-input-bounds" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/1/schema/additionalProperties/anyOf/0",
  },
  {
    name: "one more const among alternatives",
    edit: (contract) => Object.assign(objectAt(contract, ...type), { anyOf: [{ const: "admin" }, { const: "user" }] }),
    message: '"user" is given, but "record-type-values" marks it as unknown.',
    at: "components/schemas/Record/properties/type",
  },
  {
    name: "a named input",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...inputs), {
        properties: { page: { type: "integer" } },
      }),
    message: '"properties" is given, but "first-input-name" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/1",
  },
  {
    name: "a named input by reference",
    edit: (contract) => {
      const parameter = objectAt(contract, ...record, "parameters", 1);
      const { additionalProperties } = objectAt(parameter, "schema");
      Object.assign(contract.components.schemas, { Inputs: { additionalProperties, properties: { page: {} } } });
      parameter["schema"] = { $ref: "#/components/schemas/Inputs" };
    },
    message: '"properties" is given, but "first-input-name" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/1",
  },
  {
    name: "a default for all inputs at once",
    edit: (contract) => Object.assign(objectAt(contract, ...inputs), { default: { page: 0 } }),
    message: '"default" is given, but "first-input-default" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/1",
  },
  {
    name: "a body that is unknown",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...list, "responses", "200"), {
        content: { "application/json": { schema: { type: "object" } } },
      }),
    message: '"type" is given, but "list-records-answer" marks it as unknown.',
    at: "paths//records/get/responses/200",
  },
  {
    name: "a payload that is unknown",
    edit: (contract) => Object.assign(objectAt(contract, ...list), { requestBody: { content: {} } }),
    message: '"requestBody" is given, but "list-records-payload" marks it as unknown.',
    at: "paths//records/get",
  },
  {
    name: "a webhook's payload that its area marks as unknown",
    edit: (contract) => {
      const schema = { type: "object" };
      const post = { tags: ["Webhooks"], requestBody: { content: { "application/json": { schema } } } };
      Object.assign(contract, {
        tags: [{ name: "Webhooks", "x-not-shown": { "delivery-payload": "Payload" } }],
        webhooks: { callEnded: { post } },
      });
    },
    message: '"requestBody" is given, but "delivery-payload" marks it as unknown.',
    at: "webhooks/callEnded/post",
  },
  {
    name: "a signature of deliveries that their area marks as unknown",
    edit: (contract) => {
      const headers = ["X-Region", "X-Signature"].map((name) => ({ name, in: "header", schema: { type: "string" } }));
      Object.assign(contract, {
        tags: [{ name: "Webhooks", "x-not-shown": { "delivery-signing": "Signing" } }],
        webhooks: { callEnded: { post: { tags: ["Webhooks"], parameters: headers } } },
      });
    },
    message: '"X-Signature" is given, but "delivery-signing" marks it as unknown.',
    at: "webhooks/callEnded/post",
  },
  {
    name: "parameters that are unknown",
    edit: (contract) => Object.assign(objectAt(contract, ...list), { parameters: [page] }),
    message: '"parameters" is given, but "list-records-parameters" marks it as unknown.',
    at: "paths//records/get",
  },
  {
    name: "another address than that of the local mock",
    edit: (contract) =>
      Object.assign(objectAt(contract, "servers", 0, "variables", "base_url"), { default: "https://api.example.com" }),
    message: '"https://api.example.com" is given, but "base-url" marks it as unknown.',
    at: "servers/0/variables/base_url",
  },
  {
    name: "a known address next to the mock's",
    edit: (contract) => contract.servers.push({ url: "https://api.example.com" }),
    message: '"https://api.example.com" is given, but "base-url" marks it as unknown.',
    at: "servers/0/variables/base_url",
  },
  {
    name: "a token in a header",
    edit: (contract) =>
      Object.assign(contract, {
        tags: [{ name: "Tokens", "x-not-shown": { "token-in-header": "Support for a header" } }],
        components: { ...contract.components, securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      }),
    message: '"Authorization" is given, but "token-in-header" marks it as unknown.',
    at: "tags/0",
  },
  {
    name: "the token requirement of an operation",
    edit: (contract) => Object.assign(objectAt(contract, ...list), { security: [] }),
    message: '"security" is given, but "list-records-token" marks it as unknown.',
    at: "paths//records/get",
  },
  {
    name: "an enum by reference",
    edit: (contract) => {
      Object.assign(contract.components.schemas, { RelayType: { enum: ["sms"] } });
      objectAt(contract, ...record, "parameters", 0)["schema"] = { $ref: "#/components/schemas/RelayType" };
    },
    message: '"sms" is given, but "record-kind-values" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/0",
  },
  {
    name: "a pattern that lists values",
    edit: (contract) => Object.assign(objectAt(contract, ...type), { pattern: "^(junk|priority)$" }),
    message: '"pattern" is given, but "record-type-values" marks it as unknown.',
    at: "components/schemas/Record/properties/type",
  },
  {
    name: "a list of examples of values",
    edit: (contract) => Object.assign(objectAt(contract, ...type, "anyOf", 1), { examples: ["user"] }),
    message: '"examples" is given, but "record-type-values" marks it as unknown.',
    at: "components/schemas/Record/properties/type",
  },
  {
    name: "an example of a value",
    edit: (contract) => Object.assign(objectAt(contract, ...record, "parameters", 0), { example: "sms" }),
    message: '"example" is given, but "record-kind-values" marks it as unknown.',
    at: "paths//records/{kind}/get/parameters/0",
  },
  {
    name: "an example of a body that is unknown",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...list, "responses", "200", "content", "application/json"), { examples: {} }),
    message: '"examples" is given, but "list-records-answer" marks it as unknown.',
    at: "paths//records/get/responses/200",
  },
  {
    name: "parameters of the path that are unknown",
    edit: (contract) => Object.assign(objectAt(contract, ...list.slice(0, 2)), { parameters: [page] }),
    message: '"parameters" is given, but "list-records-parameters" marks it as unknown.',
    at: "paths//records/get",
  },
  {
    name: "the shape of an error",
    edit: (contract) =>
      Object.assign(objectAt(contract, "components", "responses", "Failure", "content", "application/json", "schema"), {
        type: "object",
      }),
    message: '"type" is given, but "error-shape" marks it as unknown.',
    at: "components/responses/Failure",
  },
];

expectRule(nothingGuessed, cases, contract);

/** Adds a status next to the operation's own default, which marks its failures as unknown. */
const failure = (status: string) => (contract: Contract) =>
  Object.assign(objectAt(contract, ...tokens), {
    responses: {
      [status]: { description: "A failure." },
      default: { description: "A failure.", "x-not-shown": { "token-status-codes": "Status codes of failures" } },
    },
  });

const statusCases: Case[] = [
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
    name: "a success status that a response by reference marks as unknown",
    edit: (contract) => {
      const { "2XX": success, ...failures } = objectAt(contract, ...tokens, "responses");
      Object.assign(contract.components.responses, { Success: success });
      const responses = { "200": { $ref: "#/components/responses/Success" }, ...failures };
      Object.assign(objectAt(contract, ...tokens), { responses });
    },
    message: '"200" is given, but "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/200",
  },
  {
    name: "a failure status",
    edit: failure("401"),
    message: '"401" is given, but "token-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/default",
  },
  {
    name: "a second success status next to 2XX",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...tokens, "responses"), { "201": { description: "Created." } }),
    message: '"201" is given, but "list-tokens-success-status" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/2XX",
  },
  {
    name: "a redirect",
    edit: failure("302"),
    message: '"302" is given, but "token-status-codes" marks it as unknown.',
    at: "paths//api/v2/tokens/get/responses/default",
  },
];

describe("statuses", () => {
  expectRule(
    nothingGuessed,
    statusCases,
    contractWith(() => {}),
  );
});

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
  expect(problemsOf(nothingGuessed, contract)).toEqual([]);
});

test("a path value is no input that is unknown", () => {
  const copy = structuredClone(contract);
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  Object.assign(objectAt(copy, ...list), { parameters: [id] });
  expect(problemsOf(nothingGuessed, copy)).toEqual([]);
});
