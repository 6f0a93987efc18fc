import { expect, test } from "vitest";
import { prepareContract } from "../../src/verify/contract.ts";

const range = { type: "object", properties: { from: {}, to: {} }, additionalProperties: false };
const inputs = { type: "object", additionalProperties: { type: "string" } };

test.each([
  ["an exploded object", { name: "range", in: "query", schema: range }, ["from", "to"]],
  [
    "an object in brackets",
    { name: "range", in: "query", style: "deepObject", schema: range },
    ["range[from]", "range[to]"],
  ],
  ["a list", { name: "ids", in: "query", schema: { type: "array" } }, ["ids"]],
])("the query names of %s are those that are sent", (_, parameter, names) => {
  expect(operationWith(parameter)?.queryNames).toEqual(names);
});

test("an operation with a free-form parameter by reference takes any query name", () => {
  const parameter = { name: "inputs", in: "query", schema: { $ref: "#/components/schemas/Inputs" } };
  expect(operationWith(parameter)?.queryNames).toBeUndefined();
});

test.each([
  ["without security, like the whole contract", {}, false, false],
  ["with security", { security: [{ token: [] }] }, true, true],
  ["with a choice of tokens", { security: [{ token: [] }, { key: [] }] }, true, true],
  ["that takes a token or nothing", { security: [{ token: [] }, {}] }, true, false],
  ["whose security is an empty list", { security: [] }, false, false],
])("an operation %s takes a token as the client sends it", (_, operationFields, takesToken, requiresToken) => {
  const operation = operationWith({ name: "q", in: "query" }, operationFields);
  expect(operation).toMatchObject({ takesToken, requiresToken });
});

test.each([
  ["any value", {}, false],
  ["any value, described", { description: "Any", "x-not-shown": { shape: "Shape" } }, false],
  ["any value, by reference", { $ref: "#/components/schemas/Any" }, false],
  ["an object", { type: "object" }, true],
])("a response whose schema allows %s is compared only if the schema rules values out", (_, schema, isSpecified) => {
  const responses = { 200: { content: { "application/json": { schema, example: 1 } } } };
  const operation = operationWith({ name: "q", in: "query" }, { responses });
  expect(operation?.responses["200"]?.isSpecified).toBe(isSpecified);
});

function operationWith(parameter: object, operationFields: object = {}) {
  const operation = { operationId: "readThings", parameters: [parameter], responses: {}, ...operationFields };
  const document = {
    paths: { "/things": { get: operation } },
    components: { schemas: { Inputs: inputs, Any: { title: "Any" } } },
  };
  return prepareContract(document).operations["readThings"];
}

test.each<[string, object, string, boolean]>([
  ["by its area", { Authorization: [{ method: "GET", name: "Read", operationId: "read" }] }, "/things", true],
  ["by its name", { Other: [{ method: "GET", name: "Read a token", operationId: "read" }] }, "/things", true],
  ["by its path", {}, "/api-keys", true],
  [
    "no more than its words do",
    { Other: [{ method: "GET", name: "List authors", operationId: "read" }] },
    "/authors",
    false,
  ],
])("an operation deals in tokens %s", (_, index, path, dealsInTokens) => {
  const document = { "x-operation-index": index, paths: { [path]: { get: { operationId: "read", responses: {} } } } };
  expect(prepareContract(document).operations["read"]).toMatchObject({ dealsInTokens });
});
