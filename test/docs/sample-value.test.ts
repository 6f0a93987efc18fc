import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { expect, test } from "vitest";
import { type Operation, pathOperations, type Schema } from "../../scripts/contract.ts";
import { formTextsOf } from "../../scripts/docs/html/playground.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { createSampleValue } from "../../scripts/docs/samples/value.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const objectOf = (properties: object, keywords: object = {}) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
  ...keywords,
});
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Schemas of which each is one of the others. */
const choices = [..."ABCDEFGHIJKL"];
const schemas = {
  Code: { type: "string", pattern: "^[A-Z]{3}$" },
  Base: objectOf({ id: text }),
  Cat: objectOf({ kind: { const: "cat" }, lives: { type: "integer", minimum: 1, maximum: 9 } }),
  Dog: objectOf({ kind: { const: "dog" }, loud: { type: "boolean" } }),
  Node: objectOf({ name: text, next: { $ref: "#/components/schemas/Node" } }, { required: ["name"] }),
  Tree: objectOf({ children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } }),
  Chain: objectOf({ next: { anyOf: [{ $ref: "#/components/schemas/Chain" }, { type: "null" }] } }),
  ...Object.fromEntries(
    choices.map((name) => [name, { anyOf: choices.filter((choice) => choice !== name).map(reference) }]),
  ),
  Self: { $ref: "#/components/schemas/Self" },
  Endless: objectOf({ next: { $ref: "#/components/schemas/Endless" } }),
};

const contract = contractWith((copy) => {
  copy.components.schemas = schemas as unknown as Record<string, Schema>;
});

test.each<[schema: Schema, value: unknown]>([
  [{ type: "string" }, "example"],
  [{ type: "string", format: "date" }, "2026-01-01"],
  [{ type: "string", format: "uuid" }, "00000000-0000-4000-8000-000000000000"],
  [{ type: "string", format: "ipv4" }, "192.0.2.1"],
  [{ type: "string", format: "json-pointer" }, "/example"],
  [{ type: "string", format: "url" }, "https://example.com/"],
  [{ type: "string", format: "another" }, "example"],
  [{ type: "string", minLength: 10 }, "exampleexa"],
  [{ type: "string", maxLength: 3 }, "exa"],
  [{ type: "string", pattern: "amp" }, "example"],
  [{ type: "string", pattern: "^[0-9]{4}$" }, expect.stringMatching(/^[0-9]{4}$/)],
  [{ type: "string", pattern: "^[0-9]+$", minLength: 6 }, expect.stringMatching(/^[0-9]{6,}$/)],
  [{ $ref: "#/components/schemas/Code" }, expect.stringMatching(/^[A-Z]{3}$/)],
  [{ type: "integer" }, 1],
  [{ type: "integer", minimum: 5 }, 5],
  [{ type: "integer", exclusiveMinimum: 5 }, 6],
  [{ type: "integer", maximum: -2 }, -2],
  [{ type: "integer", exclusiveMaximum: 0 }, -1],
  [{ type: "integer", minimum: 11, multipleOf: 10 }, 20],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ minimum: 3 }, 3],
  [{ allOf: [{ type: "string" }, { minLength: 8 }] }, "examplee"],
  [{ type: "array", minItems: 2, items: { type: "boolean" } }, [true, true]],
  [{ enum: ["first", "second"] }, "first"],
  [{ const: "only" }, "only"],
  [{ type: "integer", default: 7 }, 7],
  [{ type: ["null", "string"] }, null],
])("the sample value of %j is %j", (schema, value) => {
  expect(createSampleValue(contract, schema)).toEqual(value);
});

test("a pattern gives the same value each time", () => {
  const schema = { type: "string", pattern: "^[a-z0-9]{8,}$" };
  expect(createSampleValue(contract, schema)).toBe(createSampleValue(contract, schema));
});

/** Forms that are rare in contracts, and a property of a body in each. */
const rareForms: Record<string, unknown> = {
  const: { const: { a: 1 } },
  "a boolean const": { type: "boolean", const: false },
  "an enum with null": { type: ["string", "null"], enum: [null, "a"] },
  "an enum that another keyword narrows": { enum: ["a", "long enough"], minLength: 3 },
  "an example that isn't valid": { type: "integer", examples: ["x", 4], minimum: 3 },
  "a default that isn't valid": { type: "integer", default: "x", minimum: 3 },
  multipleOf: { type: "integer", multipleOf: 7 },
  "a fraction as multipleOf": { type: "number", multipleOf: 0.01, minimum: 2.5 },
  exclusiveMinimum: { type: "number", exclusiveMinimum: 5 },
  "a narrow range": { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 1.1 },
  "integers between fractions": { type: "integer", minimum: 1.5, maximum: 2.5 },
  "minLength with pattern": { ...text, pattern: "^[a-z]+$", minLength: 20 },
  "maxLength with pattern": { ...text, pattern: "^[0-9a-f]+$", maxLength: 3 },
  "a pattern with a lookahead": { ...text, pattern: "^(?=.*\\d)[a-z\\d]{8,}$" },
  "a pattern of letters": { ...text, pattern: "^\\p{Lu}+$" },
  minItems: { type: "array", minItems: 3, items: text },
  maxItems: { type: "array", maxItems: 0 },
  "unique texts": { type: "array", minItems: 3, uniqueItems: true, items: text },
  "unique integers": { type: "array", minItems: 4, uniqueItems: true, items: { ...integer, minimum: 100 } },
  "unique values of an enum": { type: "array", minItems: 2, uniqueItems: true, items: { enum: ["a", "b"] } },
  "unique booleans": { type: "array", minItems: 2, uniqueItems: true, items: { type: "boolean" } },
  "unique texts of a pattern": { type: "array", minItems: 2, uniqueItems: true, items: reference("Code") },
  "unique texts of a format": { type: "array", minItems: 2, uniqueItems: true, items: { ...text, format: "email" } },
  contains: { type: "array", contains: { const: 5 } },
  minContains: { type: "array", contains: text, minContains: 2, items: { type: ["integer", "string"] } },
  prefixItems: { type: "array", prefixItems: [text, integer], items: false, minItems: 2 },
  "prefixItems with items": { type: "array", prefixItems: [integer], items: text, minItems: 3 },
  "items without type": { items: integer, minItems: 1 },
  additionalProperties: { type: "object", required: ["a"], additionalProperties: integer },
  patternProperties: { type: "object", required: ["x-a"], patternProperties: { "^x-": integer } },
  "minProperties with properties": { type: "object", minProperties: 1, properties: { a: text, b: integer } },
  "minProperties of a map": { type: "object", minProperties: 2, additionalProperties: integer },
  dependentRequired: objectOf({ a: text }, { properties: { b: integer }, dependentRequired: { a: ["b"] } }),
  dependentSchemas: objectOf({ a: text }, { dependentSchemas: { a: objectOf({ c: integer }) } }),
  not: { ...text, not: { const: "example" } },
  "not a type": { not: text },
  "not a boolean": { type: "boolean", not: { const: true } },
  "oneOf with a const": {
    oneOf: [objectOf({ kind: { const: "a" }, size: integer }), objectOf({ kind: { const: "b" } })],
  },
  "oneOf with a discriminator": {
    oneOf: [reference("Cat"), reference("Dog")],
    discriminator: { propertyName: "kind" },
  },
  "oneOf that overlaps": { oneOf: [{ type: "number" }, integer] },
  "anyOf that requires fields": { ...objectOf({ a: text, b: text }), required: [], anyOf: [{ required: ["b"] }] },
  "anyOf beside a type": { ...text, anyOf: [{ minLength: 10 }, { pattern: "^x$" }] },
  "allOf that narrows a number": {
    allOf: [{ ...integer, minimum: 3 }, { minimum: 8, maximum: 10 }, { multipleOf: 4 }],
  },
  "allOf that narrows an enum": { allOf: [text, { enum: ["b"] }] },
  "allOf that narrows a field": { allOf: [reference("Base"), { properties: { id: { pattern: "^[0-9]+$" } } }] },
  "allOf that narrows a list": { allOf: [{ type: "array", items: integer }, { minItems: 2 }] },
  "allOf with oneOf": { allOf: [reference("Base"), { oneOf: [objectOf({ x: integer }), objectOf({ y: text })] }] },
  unevaluatedProperties: { allOf: [objectOf({ a: text })], unevaluatedProperties: false },
  "if and then": JSON.parse('{ "required": ["a"], "if": { "required": ["a"] }, "then": { "required": ["b"] } }'),
  "if and else": objectOf(
    { a: { const: "y" } },
    { if: { properties: { a: { const: "x" } } }, else: { required: ["c"] } },
  ),
  "a reference with siblings": { ...reference("Base"), required: ["more"] },
  "a schema within itself": reference("Node"),
  "a schema within its list": reference("Tree"),
  "a schema within an alternative": reference("Chain"),
  "true as a schema": true,
  "true as the schema of items": { type: "array", items: true },
  "an empty schema": {},
  "types with keywords of each": { type: ["integer", "string"], minimum: 5, minLength: 10 },
  "a long email": { ...text, format: "email", minLength: 20 },
  "a short email": { ...text, format: "email", maxLength: 8 },
  "a long URI": { ...text, format: "uri", minLength: 30 },
  "a short URI": { ...text, format: "uri", maxLength: 15 },
  ...Object.fromEntries(
    `date date-time time duration email hostname ipv4 ipv6 uri uri-reference uri-template url uuid byte binary password
    json-pointer relative-json-pointer regex char`
      .split(/\s+/)
      .map((format) => [`the format ${format}`, { ...text, format }]),
  ),
  ...Object.fromEntries(["int32", "int64"].map((format) => [`the format ${format}`, { ...integer, format }])),
};

/** Schemas that no value matches, or none that can be found. */
const withoutValue: Record<string, unknown> = {
  "false as a schema": false,
  "a schema that always contains itself": reference("Endless"),
  "choices that never end": reference("A"),
  "bounds that exclude each other": { ...integer, minimum: 5, maximum: 3 },
  "a required name that isn't allowed": { type: "object", required: ["a"], additionalProperties: false },
  "unique objects": { type: "array", minItems: 2, uniqueItems: true, items: objectOf({ id: integer, name: text }) },
  "a number of properties, of which only a pattern is known": {
    ...{ type: "object", minProperties: 1, additionalProperties: false },
    patternProperties: { "^x-[a-z]+$": integer },
  },
  propertyNames: { type: "object", minProperties: 2, propertyNames: { pattern: "^[A-Z]+$" } },
  "an empty enum": { ...text, enum: [] },
  "more unique booleans than there are": { type: "array", minItems: 3, uniqueItems: true, items: { type: "boolean" } },
  "a reference without a target": { $ref: "#/components/schemas/None" },
  "a reference to itself": reference("Self"),
  "a format with a pattern": { ...text, format: "date-time", pattern: "\\.\\d{3}Z$" },
};

test("an object isn't written as XML: samples and the playground have no value of the body", () => {
  const withXml = contractWith((copy) => {
    const content = { "application/xml": { schema: objectOf({ name: text }) as unknown as Schema } };
    const operation = { operationId: "send", requestBody: { content }, responses: { "200": { description: "" } } };
    copy.paths = { "/api/v2/send": { post: operation as unknown as Operation } };
  });
  const [operation = expect.unreachable()] = pathOperations(withXml);
  const call = createCall(withXml, operation);
  for (const { code } of samplesOf(call)) {
    expect(code).toMatch(/^(#|\/\/) Replace \{body\}/);
    expect(code).not.toContain("[object");
  }
  expect(formTextsOf(call).body).toBe("");
});

const ajv = formats.default(new Ajv2020({ strict: false, logger: false }));

test.each(Object.keys(rareForms))("the sample value of %s is valid", (form) => {
  const schema = objectOf({ field: rareForms[form] }, { components: { schemas } });
  const value = createSampleValue(contract, objectOf({ field: rareForms[form] }) as unknown as Schema);
  const isValid = ajv.compile(schema);
  expect(isValid(value), `${JSON.stringify(value)}\n${ajv.errorsText(isValid.errors)}`).toBe(true);
});

test.each(Object.keys(withoutValue))("samples and the playground have no value of %s", (form) => {
  const schema = withoutValue[form];
  const field = { name: "field", description: "", required: true, schema };
  const unfilled = contractWith((copy) => {
    copy.components.schemas = contract.components.schemas;
    const operation = {
      operationId: "fill",
      parameters: [
        { ...field, in: "query" },
        { ...field, in: "path", name: "id" },
      ],
      requestBody: { required: true, content: { "application/json": { schema: objectOf({ inner: schema }) } } },
      responses: { "200": { description: "" } },
    };
    copy.paths = { "/api/v2/fill/{id}": { post: operation as unknown as Operation } };
  });
  const [operation = expect.unreachable()] = pathOperations(unfilled);
  for (const { code } of samplesOf(createCall(unfilled, operation))) {
    const gaps = [...code.matchAll(/^(?:#|\/\/) Replace \{(\w+)\}/gm)].map(([, name]) => name);
    expect(gaps.sort(), code).toEqual(["body", "field", "id"]);
    const statements = code.replaceAll(/^(#|\/\/).*\n/gm, "");
    for (const gap of gaps) expect(statements).toContain(`{${gap}}`);
  }
  expect(formTextsOf(createCall(unfilled, operation))).toEqual({ values: ["", ""], body: "" });
});
