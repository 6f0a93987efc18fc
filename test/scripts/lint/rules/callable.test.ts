import { expect, test } from "vitest";
import callable from "../../../../scripts/lint/rules/callable.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { type Case, expectRule, problemsOf } from "./expect-rule.ts";

const parameter = { in: "query", name: "q", description: "An input.", schema: { type: "string" } };
const list = { type: "array", items: { type: "string" } };
const schema = { schema: {} };
const query = (style: string) =>
  "The client sends a query in style form, lists also with commas, blanks or pipes between their values, and objects " +
  `also in brackets, not "q" in style ${style}: describe it as a string.`;
const json = { "application/json": schema };
const content = 'The client sends JSON as the content of a query parameter only: describe "q" as a string.';
const noSuccess = "An operation needs a successful response: 2XX if its status is unknown.";
const path = "The client fills paths with one string, number or boolean each: describe the value as a string.";

const changeCase = (name: string, change: object, message: string): Case => ({
  name,
  edit: (contract) => Object.assign(objectAt(contract, ...tokens), change),
  message,
  at: "paths//api/v2/tokens/get",
});
const idCase = (name: string, operationId: unknown, message: string) => changeCase(name, { operationId }, message);
const takes = (name: string, change: object, message: string) =>
  changeCase(name, { parameters: [{ ...parameter, ...change }] }, message);
const responds = (name: string, responses: object, message: string) => changeCase(name, { responses }, message);

expectRule(callable, [
  idCase(
    "an operation id that JavaScript reserves",
    "delete",
    `"delete" can't name an operation: JavaScript or the client uses it.`,
  ),
  idCase(
    "an operation id that names another member of the client",
    "pages",
    `"pages" can't name an operation: JavaScript or the client uses it.`,
  ),
  takes(
    "a header that is an object",
    { in: "header", schema: { type: "object" } },
    'The client sends strings, numbers, booleans and lists in headers: describe "q" as a string.',
  ),
  takes("a text in brackets", { style: "deepObject", explode: true }, query("deepObject with explode")),
  takes("XML in a query", { content: { "application/xml": schema } }, content),
  takes("content of two media types", { content: { ...json, "text/plain": schema } }, content),
  takes("JSON in a header", { in: "header", content: json }, content),
  takes("the token", { name: "token" }, 'The client sends "token" itself, as `security` says: leave it out.'),
  {
    name: "a token in a header, as another scheme sends it",
    edit: (contract) => {
      const headerKey = { type: "apiKey", in: "header", name: "X-Api-Key", description: "A key." };
      Object.assign(contract.components, { securitySchemes: { headerKey } });
      Object.assign(contract, { security: [{ headerKey: [] }] });
      const header = { ...parameter, in: "header", name: "x-api-key" };
      Object.assign(objectAt(contract, ...tokens), { parameters: [header] });
    },
    message: 'The client sends "x-api-key" itself, as `security` says: leave it out.',
    at: "paths//api/v2/tokens/get",
  },
  takes("an object in one value", { explode: false, schema: { type: "object" } }, query("form")),
  takes("a blank between what is no list", { style: "spaceDelimited" }, query("spaceDelimited")),
  takes(
    "pipes with explode",
    { style: "pipeDelimited", explode: true, schema: list },
    query("pipeDelimited with explode"),
  ),
  ...["array", "object", ["string", "null"]].map((type) =>
    takes(`a path value of type ${type}`, { in: "path", schema: { type } }, path),
  ),
  {
    name: "path values that are one argument",
    edit: (contract) =>
      Object.assign(contract.paths, { "/api/v2/{agent-id}/{agentId}": { get: objectAt(contract, ...tokens) } }),
    message: "agent-id and agentId both become the argument agentId: rename one of them.",
    at: "paths//api/v2/{agent-id}/{agentId}/get",
  },
  responds("no successful response", { default: {} }, noSuccess),
  {
    name: "an operation of a path item by reference",
    edit: (contract) => {
      const item = { get: { ...objectAt(contract, ...tokens), responses: {} } };
      Object.assign(contract.components, { pathItems: { Tokens: item } });
      Object.assign(contract.paths, { "/api/v2/tokens": { $ref: "#/components/pathItems/Tokens" } });
    },
    message: noSuccess,
    at: "paths//api/v2/tokens/get",
  },
  ...["head", "options", "trace"].map(
    (method): Case => ({
      name: `an operation of the method ${method}`,
      edit: (contract) =>
        Object.assign(contract.paths, { "/api/v2/tokens": { [method]: objectAt(contract, ...tokens) } }),
      message: `The client's methods return data, and ${method.toUpperCase()} asks for none: describe the operation in words.`,
      at: `paths//api/v2/tokens/${method}`,
    }),
  ),
  {
    name: "a reference to another file",
    edit: (contract) => Object.assign(objectAt(contract, "components", "schemas", "Token"), { $ref: "./token.yaml" }),
    message: 'The contract is one file: move what "./token.yaml" refers to into it.',
    at: "components/schemas/Token",
  },
]);

test.each<[name: string, change: object]>([
  ["a header", { parameters: [{ ...parameter, in: "header", name: "X-Team" }] }],
  ["a list with commas", { parameters: [{ ...parameter, explode: false, schema: list }] }],
  ["a list with pipes", { parameters: [{ ...parameter, style: "pipeDelimited", explode: false, schema: list }] }],
  [
    "an object in brackets",
    { parameters: [{ ...parameter, style: "deepObject", explode: true, schema: { type: "object" } }] },
  ],
  ["JSON in a query", { parameters: [{ name: "q", in: "query", content: json }] }],
  ["a cookie", { parameters: [{ ...parameter, in: "cookie" }] }],
  [
    "a parameter with the name of a token that isn't sent",
    { parameters: [{ ...parameter, name: "token" }], security: [] },
  ],
  [
    "a path value beside a client certificate",
    { parameters: [{ ...parameter, in: "path" }], security: [{ certificate: [] }] },
  ],
  ["several successes", { responses: { "200": {}, "202": {} } }],
  ["only a redirect", { responses: { "302": {} } }],
  ["a text", { responses: { "2XX": { content: { "text/csv": schema } } } }],
])("accepts %s", (_, change) => {
  expect(
    problemsOf(
      callable,
      contractWith((contract) => {
        Object.assign(objectAt(contract, "components", "securitySchemes"), { certificate: { type: "mutualTLS" } });
        Object.assign(objectAt(contract, ...tokens), change);
      }),
    ),
  ).toEqual([]);
});
