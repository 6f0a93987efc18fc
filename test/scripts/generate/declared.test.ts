import { expect, test } from "vitest";
import type { Contract } from "../../../scripts/contract.ts";
import { writeDeclared } from "../../../scripts/generate/declared.ts";

const range = { type: "object", properties: { from: {}, to: {} }, additionalProperties: false };
const inputs = { type: "object", additionalProperties: { type: "string" } };

test.each([
  ["an exploded object", { name: "range", in: "query", schema: range }, '"query":["from","to"]'],
  [
    "an object in brackets",
    { name: "range", in: "query", style: "deepObject", schema: range },
    '"query":["range[from]"',
  ],
  ["a list", { name: "ids", in: "query", schema: { type: "array" } }, '"query":["ids"]'],
])("the query names of %s are those that are sent", (_, parameter, names) => {
  expect(rowOf(parameter)).toContain(names);
});

test("an operation with a free-form parameter by reference takes any query name", () => {
  const parameter = { name: "inputs", in: "query", schema: { $ref: "#/components/schemas/Inputs" } };
  expect(rowOf(parameter)).not.toContain('"query":');
});

function rowOf(parameter: object): string {
  const operation = { operationId: "readThings", parameters: [parameter], responses: {} };
  const contract = { paths: { "/things": { get: operation } }, components: { schemas: { Inputs: inputs } } };
  return /^ {2}readThings: .*$/m.exec(writeDeclared(contract as unknown as Contract))?.[0] ?? "";
}
