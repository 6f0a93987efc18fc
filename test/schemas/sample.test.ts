import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { noValue, type SampleText, sampleSchema } from "../../src/schemas/sample.ts";

const sampleText: SampleText = ({ minLength }) => "text".padEnd(minLength, "!");
const string = { type: "string" };
const integer = { type: "integer" };
const sample = (schema: unknown, schemas: object = {}, choice = 0) =>
  sampleSchema({ components: { schemas } }, schema, sampleText, choice);
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each<[string, object, unknown]>([
  ["an example", { type: "string", example: "a", default: "b", const: "c" }, "a"],
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
  ["a multiple that is a fraction", { type: "number", exclusiveMinimum: 0.1, multipleOf: 0.05 }, 0.15],
  ["true", { type: "boolean" }, true],
  ["a value rather than null", { type: ["null", "integer"] }, 0],
  ["a value rather than null of a choice", { anyOf: [{ type: "null" }, integer] }, 0],
  ["null", { type: "null" }, null],
  ["null for an open schema", {}, null],
  [
    "the type of keywords",
    { properties: { a: { minLength: 1 }, b: { items: { minimum: 2 } } } },
    { a: "text", b: [2] },
  ],
])("the value is %s", (_, schema, value) => {
  expect(sample(schema)).toEqual(value);
});

test("an object has every declared property, in their order, and no other", () => {
  const properties = { b: string, a: integer, __proto__x: string };
  const value = sample({ type: "object", properties, additionalProperties: string });
  expect(JSON.stringify(value)).toBe('{"b":"text","a":0,"__proto__x":"text"}');
});

test("an object has what is required and not declared, of the type of further properties", () => {
  const further = { patternProperties: { "^n": integer }, additionalProperties: string };
  expect(sample({ required: ["name", "size"], ...further })).toEqual({ name: 0, size: "text" });
  expect(sample({ type: "object", minProperties: 2, additionalProperties: integer })).toEqual({
    property1: 0,
    property2: 0,
  });
});

test("an object has as many properties as it may have, those that are required first", () => {
  const properties = { a: string, b: string, c: string };
  expect(sample({ properties, required: ["c"], maxProperties: 2 })).toEqual({ a: "text", c: "text" });
});

test("a response has no property that only requests have, itself or by a part", () => {
  const secret = { allOf: [{ writeOnly: true }, string] };
  expect(sample({ properties: { a: string, secret, b: reference("Secret") } }, { Secret: secret })).toEqual({
    a: "text",
  });
});

test.each<[string, object, unknown]>([
  ["one item", { type: "array", items: integer }, [0]],
  ["no item without a schema", { type: "array" }, []],
  ["as many items as it needs", { type: "array", items: integer, minItems: 2 }, [0, 0]],
  ["no more than it may have", { type: "array", items: integer, maxItems: 0 }, []],
  ["items that differ", { items: { type: "integer" }, minItems: 3, uniqueItems: true }, [0, 1, 2]],
  ["enumerated items that differ", { items: { enum: ["a", "b"] }, minItems: 2, uniqueItems: true }, ["a", "b"]],
  [
    "objects that differ",
    { items: { properties: { id: integer } }, minItems: 2, uniqueItems: true },
    [{ id: 0 }, { id: 1 }],
  ],
  ["an item that it contains", { type: "array", contains: { type: "integer", exclusiveMinimum: 20 } }, [21]],
  ["items by their place", { prefixItems: [integer, string], items: false }, [0, "text"]],
  ["the example of its items", { items: { type: "string", example: "a" } }, ["a"]],
])("a list has %s", (_, schema, value) => {
  expect(sample(schema)).toEqual(value);
});

test("examples count in references, in parts and as the whole", () => {
  const schemas = {
    Name: { type: "string", example: "Ada" },
    Person: { type: "object", properties: { name: reference("Name"), age: integer } },
    Whole: { type: "object", properties: { name: string }, example: { name: "Whole" } },
  };
  expect(sample(reference("Person"), schemas)).toEqual({ name: "Ada", age: 0 });
  expect(sample({ items: reference("Whole") }, schemas)).toEqual([{ name: "Whole" }]);
  expect(sample({ allOf: [reference("Whole"), { properties: { size: integer } }] }, schemas)).toEqual({
    name: "Whole",
    size: 0,
  });
  expect(sample({ ...reference("Name"), example: "Eve" }, schemas)).toBe("Eve");
});

test("a schema within itself ends: optional properties and items are left out, and a value that may be null is", () => {
  const schemas = {
    Node: {
      properties: { id: integer, next: reference("Node"), children: { type: "array", items: reference("Node") } },
    },
    Chain: { type: ["object", "null"], required: ["next"], properties: { next: reference("Chain") } },
    List: { required: ["tail"], properties: { tail: { anyOf: [reference("List"), { type: "null" }] } } },
    Mixed: { allOf: [{ properties: { x: reference("Mixed") } }, { properties: { x: { description: "More." } } }] },
  };
  const validate = (name: string) =>
    new Ajv2020({ strict: false }).compile({ ...reference(name), components: { schemas } });
  for (const name of Object.keys(schemas)) {
    const value = sample(reference(name), schemas);
    expect(validate(name)(value)).toBe(true);
    expect(JSON.stringify(value).length).toBeLessThan(200);
  }
  expect(sample(reference("Node"), schemas)).toMatchObject({ id: 0, next: { id: 0 }, children: [{ id: 0 }] });
});

test("there is no value of a schema that has none, or none that ends", () => {
  const endless = { required: ["next"], properties: { next: reference("Endless") } };
  expect(sample(reference("Endless"), { Endless: endless })).toBe(noValue);
  for (const schema of [false, { enum: [] }, { type: "array", items: false, minItems: 1 }]) {
    expect(sample(schema)).toBe(noValue);
  }
  expect(sample({ properties: { a: false, b: integer } })).toEqual({ b: 0 });
});

test("a choice takes its first alternative with a value, together with its siblings", () => {
  const alternatives = { Cat: { properties: { lives: integer } }, Dog: { properties: { tricks: string } } };
  const oneOf = [reference("Cat"), reference("Dog")];
  expect(sample({ properties: { name: string }, oneOf }, alternatives)).toEqual({ name: "text", lives: 0 });
  expect(sample({ properties: { name: string }, oneOf }, alternatives, 1)).toEqual({ name: "text", tricks: "text" });
  expect(sample({ anyOf: [false, integer] })).toBe(0);
  const condition = ["if", { properties: { a: { const: 1 } } }];
  const consequence = ["then", { properties: { b: string } }];
  expect(sample(Object.fromEntries([condition, consequence]))).toEqual({
    a: 1,
    b: "text",
  });
});

test("a property that discriminates has the value of the chosen schema, also if only the parent declares it", () => {
  const schemas = { Cat: { properties: { lives: integer } }, Dog: { properties: { tricks: string } } };
  const parent = { properties: { kind: string }, required: ["kind"], oneOf: [reference("Cat"), reference("Dog")] };
  const discriminator = { propertyName: "kind" };
  expect(sample({ ...parent, discriminator }, schemas)).toEqual({ kind: "Cat", lives: 0 });
  const mapping = { meow: "#/components/schemas/Cat", woof: "Dog" };
  expect(sample({ ...parent, discriminator: { ...discriminator, mapping } }, schemas)).toEqual({
    kind: "meow",
    lives: 0,
  });
  expect(sample({ ...parent, discriminator: { ...discriminator, mapping } }, schemas, 1)).toMatchObject({
    kind: "woof",
  });
  const Pet = { discriminator: { propertyName: "kind" }, properties: { kind: string } };
  expect(sample(reference("Bird"), { Pet, Bird: { allOf: [reference("Pet")] } })).toEqual({ kind: "Bird" });
  const enumerated = { properties: { kind: { enum: ["small"] } }, discriminator, oneOf: [reference("Cat")] };
  expect(sample(enumerated, schemas)).toEqual({ kind: "small", lives: 0 });
});

test("a large value keeps what is required", () => {
  const levels = Array.from({ length: 12 }, (_, level) => [`Level${level}`, level] as const);
  const properties = (level: number) =>
    Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [name, level < 11 ? reference(`Level${level + 1}`) : integer]),
    );
  const schemas = Object.fromEntries(
    levels.map(([name, level]) => [name, { properties: properties(level), required: ["a"] }]),
  );
  const value = sample(reference("Level0"), schemas);
  expect(value).toHaveProperty("a.a.a.a.a.a.a.a.a.a.a.a", 0);
  expect(JSON.stringify(value).length).toBeLessThan(100_000);
});
