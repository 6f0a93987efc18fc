import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import validExamples from "../../../../scripts/lint/rules/valid-examples.ts";
import { contractWith, objectAt, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

const media = [...tokens, "responses", "2XX", "content", "application/json"] as const;
const operation = "paths//api/v2/tokens/get";
const parameter = { in: "query", name: "size", description: "Size.", schema: { type: "integer", maximum: 9 } };
const takes = (change: object) => (contract: Contract) =>
  Object.assign(objectAt(contract, ...tokens), { parameters: [{ ...parameter, ...change }] });
const key = { type: "integer", readOnly: true };
const withKey = { type: "object", required: ["key"], properties: { key } };

expectRule(validExamples, [
  {
    name: "a field of another type",
    edit: (contract) => Object.assign(objectAt(contract, ...media, "examples", "empty", "value"), { tokens: [1] }),
    message: "By its schema, /tokens/0 must be object.",
    at: `${operation}/responses/2XX/content/application/json/examples/empty`,
  },
  {
    name: "a value of a parameter beyond its bounds",
    edit: takes({ examples: { large: { summary: "A large one.", value: 10 } } }),
    message: "By its schema, this example must be <= 9.",
    at: `${operation}/parameters/0/examples/large`,
  },
  {
    name: "a single example",
    edit: takes({ example: "x" }),
    message: "By its schema, this example must be integer.",
    at: `${operation}/parameters/0/example`,
  },
  {
    name: "an example of a schema",
    edit: takes({ schema: { type: "integer", examples: [1, "x"] } }),
    message: "By its schema, this example must be integer.",
    at: `${operation}/parameters/0/schema/examples/1`,
  },
  {
    name: "a response without a read-only field",
    edit: (contract) =>
      Object.assign(objectAt(contract, ...media), { schema: withKey, examples: { none: { value: {} } } }),
    message: "By its schema, /key is missing.",
    at: `${operation}/responses/2XX/content/application/json/examples/none`,
  },
  {
    name: "a schema that can't be compiled",
    edit: takes({ schema: { type: "string", pattern: "(" }, example: "x" }),
    message: "No example can be checked: Invalid regular expression: /(/: Unterminated group.",
    at: `${operation}/parameters/0/schema`,
  },
]);

const union = {
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
  discriminator: { propertyName: "kind" },
};
const kindOf = (kind: string) => ({ type: "object", required: ["kind"], properties: { kind: { const: kind } } });

test.each<[name: string, schema: object, value: unknown]>([
  ["cents", { multipleOf: 0.01 }, 19.99],
  ["no property of an inherited name", { type: "object", properties: { toString: { type: "integer" } } }, {}],
  ["null for a union with a discriminator or null", { oneOf: [union, { type: "null" }] }, null],
  ["one of a union with a discriminator or null", { oneOf: [union, { type: "null" }] }, { kind: "dog" }],
  ["a reference to a union, or null", { anyOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] }, null],
])("accepts %s", (_, schema, value) => {
  const contract = contractWith((copy) => {
    Object.assign(copy.components.schemas, { Cat: kindOf("cat"), Dog: kindOf("dog"), Pet: union });
    Object.assign(objectAt(copy, ...media), { schema, examples: { only: { value } } });
  });
  expect(problemsOf(validExamples, contract)).toEqual([]);
});

test("a request has no read-only field, and an example of a schema may have none", () => {
  const contract = contractWith((copy) => {
    Object.assign(copy.components.schemas, { WithKey: { ...withKey, examples: [{}, { key: 1 }] } });
    const content = { "application/json": { schema: withKey, examples: { none: { value: {} } } } };
    Object.assign(objectAt(copy, ...tokens), { requestBody: { content } });
  });
  expect(problemsOf(validExamples, contract)).toEqual([]);
});
