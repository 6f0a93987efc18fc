import { expect, test } from "vitest";
import knownFields from "../../../../scripts/lint/rules/known-fields.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

const media = [...tokens, "responses", "2XX", "content", "application/json"] as const;
const says = (field: string) => `The schema doesn't name the field ${field} of this example.`;
const examplePath = "paths//api/v2/tokens/get/responses/2XX/content/application/json/examples/empty";

expectRule(knownFields, [
  {
    name: "a field next to the known ones",
    edit: (contract) => Object.assign(objectAt(contract, ...media, "examples", "empty", "value"), { count: 0 }),
    message: says("/count"),
    at: examplePath,
  },
  {
    name: "a field of an item",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...media, "examples", "empty", "value"), { tokens: [{}, { a: 1 }] }),
    message: says("/tokens/1/a"),
    at: examplePath,
  },
]);

const string = { type: "string" };
test.each<[name: string, schema: object, value: unknown]>([
  [
    "a field next to alternatives",
    { properties: { a: string }, oneOf: [{ properties: { b: string } }] },
    { a: "", b: "" },
  ],
  ["a map", { additionalProperties: string }, { anything: "" }],
  ["a map next to fields", { properties: { a: string }, additionalProperties: string }, { b: "" }],
  ["a value of any shape", {}, { a: { b: [{ c: 1 }] } }],
  ["a schema within itself", { $ref: "#/components/schemas/Tree" }, { inner: [{ inner: [] }] }],
])("accepts %s", (_, schema, value) => {
  const contract = contractWith((copy) => {
    const Tree = { properties: { inner: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } };
    Object.assign(copy.components.schemas, { Tree });
    Object.assign(objectAt(copy, ...media), { schema, examples: { only: { value } } });
  });
  expect(problemsOf(knownFields, contract)).toEqual([]);
});
