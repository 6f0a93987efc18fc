import { expect, test } from "vitest";
import type { JsonObject } from "../../src/openapi/json.ts";
import { collectTargets, referencesIn } from "../../src/openapi/nodes.ts";
import { pointerOf, valueAt } from "../../src/openapi/pointer.ts";
import { resolve, targetOf } from "../../src/openapi/reference.ts";
import { toSelfContained } from "../../src/openapi/schema.ts";

const referenceTo = (pointer: string) => ({ $ref: `#${pointer}` });
const schemaReference = (name: string) => referenceTo(`/components/schemas/${name}`);
const filter = {
  type: "object",
  properties: { name: { type: "string" }, tree: schemaReference("Tree") },
};
const schemas = {
  Tree: { type: "object", properties: { child: schemaReference("Tree") } },
  Alias: schemaReference("Tree"),
  Described: { ...schemaReference("Alias"), description: "A described tree." },
  Loop: schemaReference("Knot"),
  Knot: schemaReference("Loop"),
  Filter: filter,
  "Tree.v1": { type: "string" },
  Tree_v1: { type: "integer" },
  "a/b~c": { type: "string" },
  "100 %": { type: "integer" },
};
const document = { components: { schemas } };

test("a reference is followed to a reference, with the siblings of each on the way, the outer ones last", () => {
  expect(resolve(document, schemaReference("Alias"))).toBe(schemas.Tree);
  expect(resolve(document, { ...schemaReference("Described"), deprecated: true })).toEqual({
    ...schemas.Tree,
    description: "A described tree.",
    deprecated: true,
  });
  const withDescription = { ...schemaReference("Described"), description: "Another one." };
  expect(resolve(document, withDescription)).toEqual({
    ...schemas.Tree,
    description: "Another one.",
  });
});

test("the same reference has the same target in one document, so that a walk detects recursive schemas", () => {
  expect(resolve(document, schemas.Described)).toBe(resolve(document, schemas.Described));
  const reference = { ...schemaReference("A"), title: "A" };
  const documentWith = (type: string) => ({ components: { schemas: { A: { type } } } });
  expect(resolve<unknown>(documentWith("string"), reference)).toEqual({
    type: "string",
    title: "A",
  });
  expect(resolve<unknown>(documentWith("integer"), reference)).toEqual({
    type: "integer",
    title: "A",
  });
});

test.each([
  "#/components/schemas/Loop",
  "#/components/schemas/None",
  "#/components/schemas/%FF",
  "a.yaml#/components",
])("the reference %s has no target", ($ref) => {
  expect(resolve(document, { $ref })).toBeUndefined();
});

test.each([undefined, null, 1, "#/components", [], { type: "string" }, { $ref: 1 }])(
  "%j is no reference",
  (value) => {
    expect(resolve<unknown>(document, value)).toBe(value);
  },
);

test.each([
  ["#/components/schemas/a~1b~0c", schemas["a/b~c"]],
  ["#/components/schemas/100%20%25", schemas["100 %"]],
  ["#/components/schemas/100 %", schemas["100 %"]],
  ["#", document],
  ["#/components/schemas/toString", undefined],
  ["#components/schemas/Tree", undefined],
])("the target of %s is references by RFC 6901", ($ref, target) => {
  expect(targetOf(document, $ref)).toBe(target);
});

test("keys make a pointer with both of its escapes, and a pointer finds items of lists", () => {
  expect(pointerOf(["paths", "/a~b", 0])).toBe("/paths/~1a~0b/0");
  expect(pointerOf([])).toBe("");
  expect(valueAt({ list: ["a", "b"] }, ["list", "1"])).toBe("b");
  expect(valueAt({ list: ["a"] }, ["list", "1", "more"])).toBeUndefined();
  expect(valueAt({ list: null }, ["list", "0"])).toBeUndefined();
});

test("data contains no references, and a property of any name does", () => {
  const none = referenceTo("/none");
  const schema = {
    properties: { default: referenceTo("/1"), value: referenceTo("/2"), enum: referenceTo("/3") },
    ...{ default: none, enum: [none], const: none, examples: [none] },
    items: { allOf: [null, referenceTo("/4")] },
  };
  const examples = { value: referenceTo("/5"), inline: { value: none } };
  const content = { "text/plain": { schema, example: none, examples } };
  const references = referencesIn({ responses: { default: referenceTo("/6"), 200: { content } } });
  expect(references.map(({ $ref }) => $ref).sort()).toEqual([
    "#/1",
    "#/2",
    "#/3",
    "#/4",
    "#/5",
    "#/6",
  ]);
});

test("every direct and indirect target is collected once, and data has none", () => {
  const targets = collectTargets(document, {
    a: schemaReference("Described"),
    b: schemaReference("None"),
  });
  const names = ["Described", "None", "Alias", "Tree"];
  expect([...targets.keys()]).toEqual(names.map((name) => schemaReference(name).$ref));
  expect(targets.get(schemaReference("None").$ref)).toBeUndefined();
  const components = { examples: { One: { value: { $ref: "data" } } } };
  const reference = referenceTo("/components/examples/One");
  expect([...collectTargets({ components }, { examples: { one: reference } }).keys()]).toEqual([
    reference.$ref,
  ]);
});

const nameReference = schemaReference("Filter/properties/name");
test.each<[string, JsonObject, object]>([
  [
    "the target of a reference into a component",
    { properties: { name: nameReference } },
    {
      properties: { name: { $ref: "#/$defs/Filter_properties_name" } },
      $defs: { Filter_properties_name: { type: "string" } },
    },
  ],
  [
    "a recursive schema once",
    schemaReference("Tree"),
    {
      $ref: "#/$defs/Tree",
      $defs: { Tree: { type: "object", properties: { child: { $ref: "#/$defs/Tree" } } } },
    },
  ],
  [
    "components whose names differ by a sign alone",
    { anyOf: [schemaReference("Tree.v1"), schemaReference("Tree_v1")] },
    {
      anyOf: [{ $ref: "#/$defs/Tree.v1" }, { $ref: "#/$defs/Tree_v1" }],
      $defs: { "Tree.v1": { type: "string" }, Tree_v1: { type: "integer" } },
    },
  ],
  ["nothing else without references", filter.properties.name, filter.properties.name],
])("a self-contained schema has %s, and the document stays", (_, schema, expected) => {
  const copy = structuredClone(document);
  expect(toSelfContained(document, schema)).toEqual(expected);
  expect(document).toEqual(copy);
});
