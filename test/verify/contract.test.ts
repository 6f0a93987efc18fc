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
  ["without security", {}, true],
  ["with security", { security: [{ token: [] }] }, true],
  ["whose security is an empty list", { security: [] }, false],
])("an operation %s takes a token as the client sends it", (_, operationFields, takesToken) => {
  expect(operationWith({ name: "q", in: "query" }, operationFields)?.takesToken).toBe(takesToken);
});

function operationWith(parameter: object, operationFields: object = {}) {
  const operation = { operationId: "readThings", parameters: [parameter], responses: {}, ...operationFields };
  const document = { paths: { "/things": { get: operation } }, components: { schemas: { Inputs: inputs } } };
  return prepareContract(document).operations["readThings"];
}
