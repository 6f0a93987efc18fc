import { expect, test } from "vitest";
import { knownFields } from "../../../../scripts/lint/rules/known-fields.ts";
import { at, contractWith, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const media = [...tokens, "responses", "2XX", "content", "application/json"] as const;
const says = (field: string) => `The schema doesn't name the field ${field} of this example.`;
const found = "paths//api/v2/tokens/get/responses/2XX/content/application/json/examples/empty";

expectRule(knownFields, [
  {
    name: "a field beside the known ones",
    edit: (contract) => Object.assign(at(contract, ...media, "examples", "empty", "value"), { count: 0 }),
    message: says("/count"),
    at: found,
  },
  {
    name: "a field of an item",
    edit: (contract) => Object.assign(at(contract, ...media, "examples", "empty", "value"), { tokens: [{}, { a: 1 }] }),
    message: says("/tokens/1/a"),
    at: found,
  },
]);

const string = { type: "string" };
test.each<[name: string, schema: object, value: unknown]>([
  [
    "a field beside alternatives",
    { properties: { a: string }, oneOf: [{ properties: { b: string } }] },
    { a: "", b: "" },
  ],
  ["a map", { additionalProperties: string }, { anything: "" }],
  ["a map beside fields", { properties: { a: string }, additionalProperties: string }, { b: "" }],
  ["a value of any shape", {}, { a: { b: [{ c: 1 }] } }],
  ["a schema within itself", { $ref: "#/components/schemas/Tree" }, { inner: [{ inner: [] }] }],
])("accepts %s", (_, schema, value) => {
  const contract = contractWith((copy) => {
    const Tree = { properties: { inner: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } };
    Object.assign(copy.components.schemas, { Tree });
    Object.assign(at(copy, ...media), { schema, examples: { only: { value } } });
  });
  expect(knownFields(contract)).toEqual([]);
});
