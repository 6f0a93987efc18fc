import type { Contract } from "../../../../scripts/contract.ts";
import { foundations } from "../../../../scripts/lint/rules/foundations.ts";
import { at } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const message =
  'The client sends the API token as the query parameter "token", and no other way is shown: ' +
  "the one security scheme has type: apiKey, in: query and name: token.";
const schemes = ["components", "securitySchemes"] as const;

const otherTokens: [name: string, edit: (contract: Contract) => unknown][] = [
  ["a token in a header", (contract) => Object.assign(at(contract, ...schemes, "apiToken"), { in: "header" })],
  ["a token of another name", (contract) => Object.assign(at(contract, ...schemes, "apiToken"), { name: "X-Token" })],
  [
    "a bearer token",
    (contract) => Object.assign(at(contract, ...schemes), { apiToken: { type: "http", scheme: "bearer" } }),
  ],
  [
    "a second way for the token",
    (contract) => Object.assign(at(contract, ...schemes), { header: { type: "apiKey", in: "header", name: "token" } }),
  ],
  ["no way for the token", (contract) => delete contract.components.securitySchemes],
];

expectRule(foundations, [
  {
    name: "another version of OpenAPI",
    edit: (contract) => Object.assign(contract, { openapi: "3.0.3" }),
    message: "The contract is OpenAPI 3.1.1.",
    at: "openapi",
  },
  {
    name: "the dialect that switches Prism's validation off",
    edit: (contract) =>
      Object.assign(contract, { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" }),
    message: "jsonSchemaDialect must be https://json-schema.org/draft/2020-12/schema, or Prism validates as draft-07.",
    at: "",
  },
  {
    name: "an address of the service",
    edit: (contract) => Object.assign(at(contract, "servers", 0), { url: "https://api.example.com" }),
    message: "The address of the service is not shown: the one server is {base_url}.",
    at: "servers",
  },
  {
    name: "a path without the API's version",
    edit: (contract) => Object.assign(contract.paths, { "/tokens": {} }),
    message: "Every path begins with /api/v2/.",
    at: "paths//tokens",
  },
  {
    name: "a schema that is no type name",
    edit: (contract) => Object.assign(contract.components.schemas, { "Agent-Url": {} }),
    message: 'The schema "Agent-Url" must be in PascalCase.',
    at: "components/schemas/Agent-Url",
  },
  ...otherTokens.map(([name, edit]) => ({ name, edit, message, at: schemes.join("/") })),
]);
