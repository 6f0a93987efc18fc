import { expect, test } from "vitest";
import type { JsonObject } from "../../src/openapi/json.ts";
import { flattenComposition, mapSchemas } from "../../src/openapi/schema.ts";
import { createSchemaCopier } from "../../src/schemas/validators.ts";

const secret = { type: "string", writeOnly: true };
const part = { properties: { secret: { $ref: "#/components/schemas/Secret" } } };
const document = { components: { schemas: { Secret: secret, Part: part } } };

test.each([
  ["itself", part],
  ["a part", { allOf: [part] }],
  ["an alternative", { anyOf: [part, { required: ["id"] }] }],
  ["a part, and narrows it", { allOf: [part], properties: { secret: { maxLength: 5 } } }],
  ["a reference", { $ref: "#/components/schemas/Part" }],
])(
  "a property that only requests have isn't required in a response, if the schema has it from %s",
  (_, schema) => {
    const required = ["id", "secret"];
    const requiredIn = (keyword: "readOnly" | "writeOnly") =>
      (createSchemaCopier(document, keyword, () => {})({ ...schema, required }) as JsonObject)[
        "required"
      ];
    expect([requiredIn("writeOnly"), requiredIn("readOnly")]).toEqual([["id"], required]);
  },
);

test("of a schema, those within it are changed, in maps and lists too, and data isn't", () => {
  const data = {
    enum: [{}],
    const: {},
    default: {},
    examples: [{}],
    dependentRequired: { items: ["a"] },
  };
  const schema = { properties: { enum: {} }, allOf: [{}, true], items: {}, minItems: 1, ...data };
  const changedSchema = mapSchemas(schema, (value, keyword) =>
    typeof value === "object" ? keyword : value,
  );
  expect(changedSchema).toEqual({
    properties: { enum: "properties" },
    allOf: ["allOf", true],
    items: "items",
    minItems: 1,
    ...data,
  });
});

test("a chain of 20,000 parts is flattened, the last part first", () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, index) => [
      `S${index}`,
      index < 19_999 ? { allOf: [{ $ref: `#/S${index + 1}` }] } : { type: "string" },
    ]),
  );
  const parts = flattenComposition(schemas, { $ref: "#/S0" });
  expect([parts.length, parts[0], parts.at(-1)]).toEqual([
    20_000,
    { type: "string" },
    { allOf: [{ $ref: "#/S1" }] },
  ]);
});
