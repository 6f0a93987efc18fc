import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { noValue, sampleSchema } from "../../src/schemas/sample.ts";
import type { SampleText } from "../../src/schemas/sample-text.ts";

const sampleText: SampleText = ({ minLength }) => "text".padEnd(minLength, "!");
const string = { type: "string" };
const integer = { type: "integer" };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const schemas: Record<string, object> = {
  Secret: { allOf: [{ writeOnly: true }, string] },
  Name: { type: "string", example: "Ada" },
  Person: { type: "object", properties: { name: reference("Name"), age: integer } },
  Whole: { type: "object", properties: { name: string }, example: { name: "Whole" } },
  Endless: { required: ["next"], properties: { next: reference("Endless") } },
  Cat: { properties: { lives: integer } },
  Dog: { properties: { tricks: string } },
  Pet: { discriminator: { propertyName: "kind" }, properties: { kind: string } },
  Bird: { allOf: [reference("Pet")] },
  Node: {
    properties: {
      id: integer,
      next: reference("Node"),
      children: { type: "array", items: reference("Node") },
    },
  },
  Chain: { type: ["object", "null"], required: ["next"], properties: { next: reference("Chain") } },
  List: {
    required: ["tail"],
    properties: { tail: { anyOf: [reference("List"), { type: "null" }] } },
  },
  Mixed: {
    allOf: [
      { properties: { x: reference("Mixed") } },
      { properties: { x: { description: "More." } } },
    ],
  },
};
const sample = (schema: unknown, choice = 0) =>
  sampleSchema({ components: { schemas } }, schema, sampleText, choice);

const oneOf = [reference("Cat"), reference("Dog")];
const discriminator = { propertyName: "kind" };
const mapped = { ...discriminator, mapping: { meow: "#/components/schemas/Cat", woof: "Dog" } };
const parent = { properties: { kind: string }, required: ["kind"], oneOf };
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const condition = { if: { properties: { a: { const: 1 } } }, then: { properties: { b: string } } };

test.each<[string, unknown, unknown, choice?: number]>([
  ["an example", { type: "string", example: "a", default: "b" }, "a"],
  ["an example that is null", { type: ["string", "null"], example: null, default: "b" }, null],
  ["the first of examples", { type: "string", examples: ["a", "b"], default: "c" }, "a"],
  ["a default", { type: "string", default: "a", enum: ["b", "a"] }, "a"],
  ["a plain text rather than an example of another type", { type: "string", example: 3.6 }, "text"],
  ["an example that is an integer, for a number", { type: "number", example: 3 }, 3],
  ["a constant", { const: 7, enum: [8, 7] }, 7],
  ["the first enumerated value", { type: "string", enum: ["b", "a"] }, "b"],
  ["a value that two enumerations share", { allOf: [{ enum: [1, 2] }, { enum: [2, 3] }] }, 2],
  ["a plain text", string, "text"],
  ["a text that is long enough", { type: "string", minLength: 6 }, "text!!"],
  ["zero", { type: "number" }, 0],
  ["zero between bounds", { type: "integer", minimum: -5, maximum: 5 }, 0],
  ["the number next to zero", { type: "integer", minimum: 3 }, 3],
  ["the negative number next to zero", { type: "integer", maximum: -3 }, -3],
  ["a number past its limit", { type: "integer", exclusiveMinimum: 20 }, 21],
  ["a number between limits", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  ["a multiple", { type: "integer", minimum: 7, multipleOf: 5 }, 10],
  [
    "a multiple that is a fraction",
    { type: "number", exclusiveMinimum: 0.1, multipleOf: 0.05 },
    0.15,
  ],
  ["true", { type: "boolean" }, true],
  ["a value rather than null", { type: ["null", "integer"] }, 0],
  ["a value rather than null of a choice", { anyOf: [{ type: "null" }, integer] }, 0],
  ["null", { type: "null" }, null],
  ["null for an open schema", {}, null],
  [
    "of the type of keywords",
    { properties: { a: { minLength: 1 }, b: { items: { minimum: 2 } } } },
    { a: "text", b: [2] },
  ],
  [
    "what is required, of the type of further properties",
    { required: ["size"], additionalProperties: string },
    { size: "text" },
  ],
  [
    "as many properties as it needs",
    { type: "object", minProperties: 2, additionalProperties: integer },
    { property1: 0, property2: 0 },
  ],
  [
    "as many properties as it may have, those that are required first",
    { properties: { a: string, b: string, c: string }, required: ["c"], maxProperties: 2 },
    { a: "text", c: "text" },
  ],
  [
    "without what only requests have, itself or by a part",
    {
      properties: {
        a: string,
        secret: { allOf: [{ writeOnly: true }, string] },
        b: reference("Secret"),
      },
    },
    { a: "text" },
  ],
  ["one item", { type: "array", items: integer }, [0]],
  ["no item without a schema", { type: "array" }, []],
  ["as many items as it needs", { type: "array", items: integer, minItems: 2 }, [0, 0]],
  ["no more items than it may have", { type: "array", items: integer, maxItems: 0 }, []],
  ["items that differ", { items: { type: "integer" }, minItems: 3, uniqueItems: true }, [0, 1, 2]],
  [
    "enumerated items that differ",
    { items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true },
    ["a", "b"],
  ],
  [
    "objects that differ",
    { items: { properties: { id: integer } }, minItems: 2, uniqueItems: true },
    [{ id: 0 }, { id: 1 }],
  ],
  [
    "an item that it contains",
    { type: "array", contains: { type: "integer", exclusiveMinimum: 20 } },
    [21],
  ],
  ["items by their place", { prefixItems: [integer, string], items: false }, [0, "text"]],
  ["the example of its items", { items: { type: "string", example: "a" } }, ["a"]],
  ["an example of a reference", reference("Person"), { name: "Ada", age: 0 }],
  ["an example of items as a whole", { items: reference("Whole") }, [{ name: "Whole" }]],
  [
    "an example of a part",
    { allOf: [reference("Whole"), { properties: { size: integer } }] },
    { name: "Whole", size: 0 },
  ],
  ["an example next to a reference", { ...reference("Name"), example: "Eve" }, "Eve"],
  ["the first alternative", { properties: { name: string }, oneOf }, { name: "text", lives: 0 }],
  [
    "the chosen alternative",
    { properties: { name: string }, oneOf },
    { name: "text", tricks: "text" },
    1,
  ],
  ["the first alternative with a value", { anyOf: [false, integer] }, 0],
  ["what a condition asks for", condition, { a: 1, b: "text" }],
  ["discriminated by a name", { ...parent, discriminator }, { kind: "Cat", lives: 0 }],
  ["discriminated by a mapping", { ...parent, discriminator: mapped }, { kind: "meow", lives: 0 }],
  [
    "discriminated by a mapped name",
    { ...parent, discriminator: mapped },
    { kind: "woof", tricks: "text" },
    1,
  ],
  ["discriminated by a part", reference("Bird"), { kind: "Bird" }],
  [
    "an enumerated value rather than a name that discriminates",
    { properties: { kind: { enum: ["small"] } }, discriminator, oneOf: [reference("Cat")] },
    { kind: "small", lives: 0 },
  ],
  ["none, of a schema without any", false, noValue],
  ["none, of an empty enumeration", { enum: [] }, noValue],
  ["none, of a list whose items have none", { type: "array", items: false, minItems: 1 }, noValue],
  ["none, if it never ends", reference("Endless"), noValue],
  [
    "without an optional property that has none",
    { properties: { a: false, b: integer } },
    { b: 0 },
  ],
])("the value is %s", (_, schema, value, choice) => {
  expect(sample(schema, choice)).toEqual(value);
});

test("an object has every declared property, in their order, and no other", () => {
  const properties = { b: string, a: integer, __proto__x: string };
  const value = sample({ type: "object", properties, additionalProperties: string });
  expect(JSON.stringify(value)).toBe('{"b":"text","a":0,"__proto__x":"text"}');
});

test.each(["Node", "Chain", "List", "Mixed"])(
  "the value of %s, a schema within itself, ends and is valid",
  (name) => {
    const validate = new Ajv2020({ strict: false }).compile({
      ...reference(name),
      components: { schemas },
    });
    const value = sample(reference(name));
    expect(validate(value)).toBe(true);
    expect(JSON.stringify(value).length).toBeLessThan(200);
    if (name === "Node")
      expect(value).toMatchObject({ id: 0, next: { id: 0 }, children: [{ id: 0 }] });
  },
);

test("a large value keeps what is required", () => {
  for (let level = 0; level < 12; level++) {
    const inner = level < 11 ? reference(`Level${level + 1}`) : integer;
    schemas[`Level${level}`] = {
      properties: { a: inner, b: inner, c: inner, d: inner },
      required: ["a"],
    };
  }
  const value = sample(reference("Level0"));
  expect(value).toHaveProperty("a.a.a.a.a.a.a.a.a.a.a.a", 0);
  expect(JSON.stringify(value).length).toBeLessThan(100_000);
});
