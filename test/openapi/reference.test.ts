import { describe, expect, test } from "vitest";
import { collectTargets, referencesIn } from "../../src/openapi/nodes.ts";
import { pointerOf, valueAt } from "../../src/openapi/pointer.ts";
import { resolve, targetOf } from "../../src/openapi/reference.ts";
import { toSelfContained } from "../../src/openapi/schema.ts";

const referenceTo = (pointer: string) => ({ $ref: `#${pointer}` });
const schemas = {
  Tree: { type: "object", properties: { child: referenceTo("/components/schemas/Tree") } },
  Alias: referenceTo("/components/schemas/Tree"),
  Described: { ...referenceTo("/components/schemas/Alias"), description: "A described tree." },
  Loop: referenceTo("/components/schemas/Knot"),
  Knot: referenceTo("/components/schemas/Loop"),
  "a/b~c": { type: "string" },
  "100 %": { type: "integer" },
};
const document = { components: { schemas } };

describe("resolve", () => {
  test("follows a reference to a reference", () => {
    expect(resolve(document, referenceTo("/components/schemas/Alias"))).toBe(schemas.Tree);
  });

  test("merges the siblings of every reference on the way in, the outer ones last", () => {
    const outer = { ...referenceTo("/components/schemas/Described"), deprecated: true };
    expect(resolve(document, outer)).toEqual({ ...schemas.Tree, description: "A described tree.", deprecated: true });
    const withDescription = { ...referenceTo("/components/schemas/Described"), description: "Another one." };
    expect(resolve(document, withDescription)).toEqual({ ...schemas.Tree, description: "Another one." });
  });

  test("returns the same object for the same reference, so that a walk detects recursive schemas", () => {
    expect(resolve(document, schemas.Described)).toBe(resolve(document, schemas.Described));
  });

  test("gives the target in the document that it is asked about", () => {
    const reference = { ...referenceTo("/components/schemas/A"), title: "A" };
    const inOne = { components: { schemas: { A: { type: "string" } } } };
    const inOther = { components: { schemas: { A: { type: "integer" } } } };
    expect(resolve<unknown>(inOne, reference)).toEqual({ type: "string", title: "A" });
    expect(resolve<unknown>(inOther, reference)).toEqual({ type: "integer", title: "A" });
  });

  test.each([
    ["a loop", "#/components/schemas/Loop"],
    ["a missing target", "#/components/schemas/None"],
    ["a name that isn't UTF-8", "#/components/schemas/%FF"],
    ["another file", "a.yaml#/components"],
  ])("gives nothing for a reference to %s", (_, $ref) => {
    expect(resolve(document, { $ref })).toBeUndefined();
  });

  test.each([undefined, null, 1, "#/components", [], { type: "string" }, { $ref: 1 }])(
    "returns %j unchanged",
    (value) => {
      expect(resolve<unknown>(document, value)).toBe(value);
    },
  );
});

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
  const schema = {
    properties: { default: referenceTo("/1"), value: referenceTo("/2"), enum: referenceTo("/3") },
    default: referenceTo("/none"),
    enum: [referenceTo("/none")],
    const: referenceTo("/none"),
    examples: [referenceTo("/none")],
    items: { allOf: [null, referenceTo("/4")] },
  };
  const media = {
    schema,
    example: referenceTo("/none"),
    examples: { value: referenceTo("/5"), inline: { value: referenceTo("/none") } },
  };
  const references = [
    ...referencesIn({ responses: { default: referenceTo("/6"), 200: { content: { "text/plain": media } } } }),
  ];
  expect(references.map(({ $ref }) => $ref).sort()).toEqual(["#/1", "#/2", "#/3", "#/4", "#/5", "#/6"]);
});

test.each(
  `properties patternProperties dependentSchemas $defs schemas responses parameters requestBodies headers examples
  securitySchemes pathItems paths webhooks content encoding`.split(/\s+/),
)("a member of %s can have the name of a keyword with data", (map) => {
  expect([...referencesIn({ [map]: { default: referenceTo("/1"), example: referenceTo("/2") } })]).toHaveLength(2);
});

test("referenced returns every direct and indirect target once", () => {
  const targets = collectTargets(document, {
    a: referenceTo("/components/schemas/Described"),
    b: referenceTo("/components/schemas/None"),
  });
  expect([...targets.keys()]).toEqual(
    ["Described", "None", "Alias", "Tree"].map((name) => `#/components/schemas/${name}`),
  );
  expect(targets.get("#/components/schemas/None")).toBeUndefined();
});

describe("a self-contained schema", () => {
  const filter = {
    type: "object",
    properties: { name: { type: "string" }, tree: referenceTo("/components/schemas/Tree") },
  };
  const documentWithFilter = { components: { schemas: { ...schemas, Filter: filter, name: { type: "integer" } } } };

  test("contains the target of a reference into a component", () => {
    const schema = { properties: { name: referenceTo("/components/schemas/Filter/properties/name") } };
    expect(toSelfContained(documentWithFilter, schema)).toEqual({
      properties: { name: { $ref: "#/$defs/name" } },
      $defs: { name: { type: "string" } },
    });
  });

  test("distinguishes targets whose references end alike", () => {
    const schema = {
      anyOf: [referenceTo("/components/schemas/Filter/properties/name"), referenceTo("/components/schemas/name")],
    };
    expect(toSelfContained(documentWithFilter, schema)).toEqual({
      anyOf: [{ $ref: "#/$defs/name" }, { $ref: "#/$defs/name_" }],
      $defs: { name: { type: "string" }, name_: { type: "integer" } },
    });
  });

  test("contains a recursive schema once, and doesn't change the document", () => {
    const copy = structuredClone(documentWithFilter);
    const tree = { type: "object", properties: { child: { $ref: "#/$defs/Tree" } } };
    expect(toSelfContained(documentWithFilter, referenceTo("/components/schemas/Tree"))).toEqual({
      $ref: "#/$defs/Tree",
      $defs: { Tree: tree },
    });
    expect(documentWithFilter).toEqual(copy);
  });

  test("is the schema itself if it has no references", () => {
    expect(toSelfContained(documentWithFilter, filter.properties.name)).toBe(filter.properties.name);
  });
});

test("the data of an example by reference has no references", () => {
  const components = { examples: { One: { value: { $ref: "data" } } } };
  const reference = referenceTo("/components/examples/One");
  expect([...collectTargets({ components }, { examples: { one: reference } }).keys()]).toEqual([reference.$ref]);
});
