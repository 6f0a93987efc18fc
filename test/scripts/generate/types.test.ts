import { expect, test } from "vitest";
import type { Direction } from "../../../scripts/contract/model-names.ts";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { contractWith } from "../contract-copy.ts";

const admin = { const: "admin" };
const string = { type: "string" };
const integer = { type: "integer" };
const nullType = { type: "null" };
const open = '"admin" | (string & {})';
const pair = `\`\${number}:\${number}\``;
const pattern = "^-?[0-9]+:-?[0-9]+$";

/** Reads the types of a contract with some schemas. */
async function typesWith(schemas: object) {
  const types = await readTypes(
    contractWith(({ components }) => Object.assign(components.schemas, schemas)),
  );
  const at = (name: string, direction: Direction = "received") =>
    types.at(["components", "schemas", name], direction).text;
  return { at, schema: types.schema };
}

test.each<[name: string, schema: object, type: string]>([
  ["an open set", { anyOf: [admin, string] }, open],
  [
    "an open set that is an enum",
    { anyOf: [{ enum: ["admin", "user"] }, string] },
    '"admin" | "user" | (string & {})',
  ],
  ["an open set, or null", { anyOf: [admin, string, nullType] }, `${open} | null`],
  [
    "an open set whose string may be null",
    { anyOf: [admin, { type: ["string", "null"] }] },
    `${open} | null`,
  ],
  ["a set of a number too", { anyOf: [admin, { const: 5 }, string] }, '"admin" | 5 | string'],
  [
    "a set of any number too",
    { anyOf: [admin, { type: ["string", "integer"] }] },
    '"admin" | (string | number)',
  ],
  ["a set with another schema", { anyOf: [admin, string, {}] }, '"admin" | string | unknown'],
  ["a closed set", { anyOf: [admin, { const: "user" }] }, '"admin" | "user"'],
  ["a pair of integers", { type: "string", pattern }, pair],
  ["a pair of integers, or null", { type: ["string", "null"], pattern }, `${pair} | null`],
  ["another pattern", { type: ["string", "null"], pattern: "^[0-9]+$" }, "string | null"],
])("the type of %s is the same in the schema and as a model", async (_, schema, type) => {
  const { at, schema: text } = await typesWith({ Added: schema });
  expect(at("Added")).toBe(type);
  expect(/^ {8}Added: (.*);$/m.exec(text)?.[1]).toBe(type);
});

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kindOf = (kind: string) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind } },
});
const components = {
  Loose: { type: "object", properties: { a: string, b: integer } },
  Cat: kindOf("cat"),
  Dog: kindOf("dog"),
  Pet: { oneOf: [reference("Cat"), reference("Dog")], discriminator: { propertyName: "kind" } },
};
const fixed = { type: "object", properties: { fixed: string } };
const anyOther = "{ fixed?: string; } & { [key: string]: unknown; }";

test.each<[name: string, schema: object, type: string]>([
  ["further properties of another type", { ...fixed, additionalProperties: integer }, anyOther],
  ["properties of a pattern", { ...fixed, patternProperties: { "^x-": integer } }, anyOther],
  ["properties of any type", { ...fixed, additionalProperties: true }, anyOther],
  ["no further properties", { ...fixed, additionalProperties: false }, "{ fixed?: string; }"],
  ["an object of any properties", { type: "object" }, "Record<string, unknown>"],
  [
    "a default",
    { type: "object", properties: { a: { ...string, default: "b" } } },
    "{ /** @default b */ a?: string; }",
  ],
  [
    "a part that requires a property of a reference",
    { allOf: [reference("Loose"), { required: ["a"], properties: { c: string } }] },
    '(Loose & Required<Pick<Loose, keyof Loose & ("a")>>) & { c?: string; }',
  ],
  [
    "a whole that requires a property of a part",
    { required: ["b"], allOf: [reference("Loose")] },
    'Loose & Required<Pick<Loose, keyof Loose & ("b")>>',
  ],
  [
    "alternatives of an object",
    { ...fixed, anyOf: [{ properties: { n: integer } }, { properties: { m: integer } }] },
    "{ fixed?: string; } & ({ n?: number; } | { m?: number; })",
  ],
  ["a union with a discriminator, or null", { oneOf: [reference("Pet"), nullType] }, "Pet | null"],
  ["a property of another schema", reference("Loose/properties/a"), "string"],
])("the type of %s", async (_, schema, type) => {
  const { at } = await typesWith({ ...components, Added: schema });
  expect(at("Added").replaceAll(/\s+/g, " ")).toBe(type);
  expect(at("Cat")).toContain('kind: "cat";');
});

test("a type has the fields of its direction, and no marker", async () => {
  const properties = {
    id: { type: "integer", readOnly: true },
    secret: { type: "string", writeOnly: true },
    label: { type: "string" },
  };
  const sided = { type: "object", required: Object.keys(properties), properties };
  const { at } = await typesWith({
    Sided: sided,
    Added: { allOf: [reference("Sided"), { required: ["secret"] }] },
  });
  expect(at("Sided", "sent").match(/\w+: \w+/g)).toEqual(["secret: string", "label: string"]);
  expect(at("Sided").match(/\w+: \w+/g)).toEqual(["id: number", "label: string"]);
  expect(at("Added", "sent")).toContain("Required<Pick<WritableSided,");
});
