import { expect, test } from "vitest";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const admin = { const: "admin" };
const string = { type: "string" };
const nullType = { type: "null" };
const open = '"admin" | (string & {})';
const pair = `\`\${number}:\${number}\``;
const pattern = "^-?[0-9]+:-?[0-9]+$";

test.each<[name: string, schema: object, type: string]>([
  ["an open set", { anyOf: [admin, string] }, open],
  ["an open set that is an enum", { anyOf: [{ enum: ["admin", "user"] }, string] }, '"admin" | "user" | (string & {})'],
  ["an open set, or null", { anyOf: [admin, string, nullType] }, `${open} | null`],
  ["an open set whose string may be null", { anyOf: [admin, { type: ["string", "null"] }] }, `${open} | null`],
  ["an open set whose enum contains null", { anyOf: [{ enum: ["admin", null] }, string] }, `${open} | null`],
  ["an open set with null as a constant", { anyOf: [admin, string, { const: null }] }, `${open} | null`],
  ["a set of a number too", { anyOf: [admin, { const: 5 }, string] }, '"admin" | 5 | string'],
  ["a set of any number too", { anyOf: [admin, { type: ["string", "integer"] }] }, '"admin" | (string | number)'],
  ["a set with another schema", { anyOf: [admin, string, {}] }, '"admin" | string | unknown'],
  ["a closed set", { anyOf: [admin, { const: "user" }] }, '"admin" | "user"'],
  ["a pair of integers", { type: "string", pattern }, pair],
  ["a pair of integers, or null", { type: ["string", "null"], pattern }, `${pair} | null`],
  ["another pattern", { type: ["string", "null"], pattern: "^[0-9]+$" }, "string | null"],
])("%s", async (_, schema, type) => {
  const contractTypes = await readTypes(
    contractWith(({ components }) => Object.assign(components.schemas, { Added: schema })),
  );
  expect(contractTypes.at(["components", "schemas", "Added"], "received")?.text).toBe(type);
  expect(/^ {8}Added: (.*);$/m.exec(contractTypes.schema)?.[1]).toBe(type);
});

const integer = { type: "integer" };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const loose = { type: "object", properties: { a: string, b: integer } };
const kindOf = (kind: string) => ({ type: "object", required: ["kind"], properties: { kind: { const: kind } } });
const union = { oneOf: [reference("Cat"), reference("Dog")], discriminator: { propertyName: "kind" } };
const components = {
  Loose: loose,
  Cat: kindOf("cat"),
  Dog: kindOf("dog"),
  Pet: union,
  Key: { readOnly: true, ...string },
};
const fixed = { type: "object", properties: { fixed: string } };
const keyed = (key: object) => ({ type: "object", required: ["key"], properties: { key } });

test.each<[name: string, schema: object, type: string]>([
  [
    "further properties of another type",
    { ...fixed, additionalProperties: integer },
    "{ fixed?: string; [key: string]: number | string | undefined; }",
  ],
  [
    "properties of a pattern",
    { ...fixed, required: ["fixed"], patternProperties: { "^x-": integer } },
    "{ fixed: string; [key: string]: number | string; }",
  ],
  ["properties of any type", { ...fixed, additionalProperties: true }, "{ fixed?: string; [key: string]: unknown; }"],
  [
    "further properties of the same type",
    { ...fixed, required: ["fixed"], additionalProperties: string },
    "{ fixed: string; [key: string]: string; }",
  ],
  [
    "a part that requires a property of a reference",
    { allOf: [reference("Loose"), { required: ["a"] }] },
    "Loose & { a: string; }",
  ],
  [
    "a part that requires what it doesn't have",
    { allOf: [reference("Loose"), { required: ["a"], properties: { c: string } }] },
    "Loose & { c?: string; a: string; }",
  ],
  [
    "a whole that requires a property of a part",
    { required: ["b"], allOf: [reference("Loose")] },
    "{ b: number; } & Loose",
  ],
  [
    "a reference whose sibling requires a property",
    { ...reference("Loose"), required: ["a"] },
    "{ a: string; } & Loose",
  ],
  ["a part without a type", { allOf: [reference("Loose"), { description: "A note." }] }, "Loose"],
  ["a required name that no schema has", { allOf: [reference("Loose"), { required: ["z"] }] }, "Loose & unknown"],
  ["a list of any items after the first ones", { type: "array", prefixItems: [string, integer] }, "unknown[]"],
  [
    "first items that may be missing",
    { type: "array", prefixItems: [string, integer], items: false },
    "(string | number)[]",
  ],
  ["a tuple", { type: "array", prefixItems: [string, integer], items: false, minItems: 2 }, "[ string, number ]"],
  ["an object of any properties", { type: "object" }, "Record<string, unknown>"],
  ["null as a constant", { const: null }, "null"],
  [
    "unevaluated properties of a type",
    { ...fixed, unevaluatedProperties: integer },
    "{ fixed?: string; [key: string]: number | string | undefined; }",
  ],
  ["no unevaluated properties", { ...fixed, unevaluatedProperties: false }, "{ fixed?: string; }"],
  [
    "a property under a condition",
    { ...fixed, if: { required: ["fixed"] }, else: { properties: { n: integer } } },
    "{ n?: number; fixed?: string; }",
  ],
  [
    "alternatives of an object",
    { ...fixed, anyOf: [{ properties: { n: integer } }, { required: ["fixed"] }] },
    "{ fixed?: string; } & ({ n?: number; } | { fixed: string; })",
  ],
  ["a union with a discriminator", reference("Pet"), "Pet"],
  ["a union with a discriminator, or null", { oneOf: [reference("Pet"), nullType] }, "Pet | null"],
  ["a value of a discriminator", { ...reference("Cat") }, "Cat"],
])("the type of %s", async (_, schema, type) => {
  const contractTypes = await readTypes(
    contractWith((contract) => Object.assign(contract.components.schemas, components, { Added: schema })),
  );
  const textOf = (name: string) =>
    contractTypes.at(["components", "schemas", name], "received")?.text.replaceAll(/\s+/g, " ");
  expect(textOf("Added")).toBe(type);
  expect(textOf("Cat")).toContain('kind: "cat";');
});

test.each<[name: string, key: object]>([
  ["a part", { allOf: [{ readOnly: true }, string] }],
  ["a reference", reference("Key")],
  ["a sibling of its reference", { ...reference("Name"), readOnly: true }],
  ["an alternative", { oneOf: [{ readOnly: true, ...string }, nullType] }],
])("what is sent has no field that is read-only by %s", async (_, key) => {
  const contractTypes = await readTypes(
    contractWith((contract) =>
      Object.assign(contract.components.schemas, components, { Name: string, Added: keyed(key) }),
    ),
  );
  const textOf = (side: "sent" | "received") => contractTypes.at(["components", "schemas", "Added"], side)?.text;
  expect(textOf("sent")).not.toContain("key");
  expect(textOf("received")).toContain("key: ");
});

test("a reference into the schema of another operation has that schema's type", async () => {
  const contract = contractWith((copy) => {
    const path = "#/paths/~1api~1v2~1tokens/get/responses/2XX/content/application~1json/schema";
    Object.assign(objectAt(copy, ...tokens, "responses", "2XX", "content", "application/json"), {
      schema: {
        type: "object",
        properties: { inner: { $ref: `${path}/$defs/Inner` } },
        $defs: { Inner: keyed(string) },
      },
    });
    Object.assign(copy.components.schemas, { Added: { $ref: `${path}/$defs/Inner` } });
  });
  const contractTypes = await readTypes(contract);
  expect(contractTypes.at(["components", "schemas", "Added"], "received")?.text).toBe("{\n  key: string;\n}");
});

test("a reference to a property of a schema has the type of the property", async () => {
  const contractTypes = await readTypes(
    contractWith(({ components }) =>
      Object.assign(components.schemas, {
        Label: { type: "object", properties: { text: { type: "string" } } },
        Added: { $ref: "#/components/schemas/Label/properties/text" },
      }),
    ),
  );
  expect(contractTypes.at(["components", "schemas", "Added"], "received")?.text).toBe("string");
});

test("the schema has the responses of success first", async () => {
  const contractTypes = await readTypes(
    contractWith((contract) =>
      Object.assign(objectAt(contract, ...tokens, "responses"), { "401": { description: "No." } }),
    ),
  );
  const [, responses = ""] = /listTokens: \{.*?responses: \{(.*?)\n {8}\};/s.exec(contractTypes.schema) ?? [];
  expect(responses.match(/(?<=^ {12})("?\w+"?)(?=: )/gm)).toEqual(['"2XX"', "401", "default"]);
});

test("a type has the fields of its side, and no marker", async () => {
  const contractTypes = await readTypes(
    contractWith(({ components }) =>
      Object.assign(components.schemas, {
        Sided: {
          type: "object",
          required: ["id", "secret", "label"],
          properties: {
            id: { type: "integer", readOnly: true },
            secret: { type: "string", writeOnly: true },
            label: { type: "string" },
          },
        },
      }),
    ),
  );
  const fields = (side: "sent" | "received") =>
    contractTypes.at(["components", "schemas", "Sided"], side)?.text.match(/\w+: \w+/g);
  expect(fields("sent")).toEqual(["secret: string", "label: string"]);
  expect(fields("received")).toEqual(["id: number", "label: string"]);
});
