import { describe, expect, test } from "vitest";
import { pointerOf, valueAt } from "../../src/openapi/pointer.ts";
import { referenced, referencesIn, resolve, selfContained, targetOf } from "../../src/openapi/reference.ts";

const to = (pointer: string) => ({ $ref: `#${pointer}` });
const schemas = {
  Tree: { type: "object", properties: { child: to("/components/schemas/Tree") } },
  Alias: to("/components/schemas/Tree"),
  Described: { ...to("/components/schemas/Alias"), description: "A described tree." },
  Loop: to("/components/schemas/Knot"),
  Knot: to("/components/schemas/Loop"),
  "a/b~c": { type: "string" },
  "100 %": { type: "integer" },
};
const document = { components: { schemas } };

describe("resolve", () => {
  test("follows a reference to a reference", () => {
    expect(resolve(document, to("/components/schemas/Alias"))).toBe(schemas.Tree);
  });

  test("merges the siblings of every reference on the way in, the outer ones last", () => {
    const outer = { ...to("/components/schemas/Described"), deprecated: true };
    expect(resolve(document, outer)).toEqual({ ...schemas.Tree, description: "A described tree.", deprecated: true });
    const other = { ...to("/components/schemas/Described"), description: "Another one." };
    expect(resolve(document, other)).toEqual({ ...schemas.Tree, description: "Another one." });
  });

  test("gives the same object for the same reference, so that a walk notices a schema within itself", () => {
    expect(resolve(document, schemas.Described)).toBe(resolve(document, schemas.Described));
  });

  test("gives the target in the document that it is asked about", () => {
    const reference = { ...to("/components/schemas/A"), title: "A" };
    const inOne = { components: { schemas: { A: { type: "string" } } } };
    const inOther = { components: { schemas: { A: { type: "integer" } } } };
    expect(resolve<unknown>(inOne, reference)).toEqual({ type: "string", title: "A" });
    expect(resolve<unknown>(inOther, reference)).toEqual({ type: "integer", title: "A" });
  });

  test.each([
    ["a loop", "#/components/schemas/Loop"],
    ["a missing target", "#/components/schemas/None"],
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
])("the target of %s is found by RFC 6901", ($ref, target) => {
  expect(targetOf(document, $ref)).toBe(target);
});

test("keys make a pointer with both of its escapes, and a pointer finds items of lists", () => {
  expect(pointerOf(["paths", "/a~b", 0])).toBe("/paths/~1a~0b/0");
  expect(pointerOf([])).toBe("");
  expect(valueAt({ list: ["a", "b"] }, ["list", "1"])).toBe("b");
  expect(valueAt({ list: ["a"] }, ["list", "1", "more"])).toBeUndefined();
});

test("data contains no references, and a property of any name does", () => {
  const schema = {
    properties: { default: to("/1"), value: to("/2"), enum: to("/3") },
    default: to("/none"),
    enum: [to("/none")],
    const: to("/none"),
    examples: [to("/none")],
    items: { allOf: [to("/4")] },
  };
  const media = { schema, example: to("/none"), examples: { value: to("/5"), inline: { value: to("/none") } } };
  const found = [...referencesIn({ responses: { default: to("/6"), 200: { content: { "text/plain": media } } } })];
  expect(found.map(({ $ref }) => $ref).sort()).toEqual(["#/1", "#/2", "#/3", "#/4", "#/5", "#/6"]);
});

test("the references of references are found, each once", () => {
  const targets = referenced(document, { a: to("/components/schemas/Described"), b: to("/components/schemas/None") });
  expect([...targets.keys()]).toEqual(
    ["Described", "None", "Alias", "Tree"].map((name) => `#/components/schemas/${name}`),
  );
  expect(targets.get("#/components/schemas/None")).toBeUndefined();
});

describe("a self-contained schema", () => {
  const filter = { type: "object", properties: { name: { type: "string" }, tree: to("/components/schemas/Tree") } };
  const whole = { components: { schemas: { ...schemas, Filter: filter, name: { type: "integer" } } } };

  test("has what a reference into a component refers to", () => {
    const schema = { properties: { name: to("/components/schemas/Filter/properties/name") } };
    expect(selfContained(whole, schema)).toEqual({
      properties: { name: { $ref: "#/$defs/name" } },
      $defs: { name: { type: "string" } },
    });
  });

  test("distinguishes targets whose references end alike", () => {
    const schema = { anyOf: [to("/components/schemas/Filter/properties/name"), to("/components/schemas/name")] };
    expect(selfContained(whole, schema)).toEqual({
      anyOf: [{ $ref: "#/$defs/name" }, { $ref: "#/$defs/name2" }],
      $defs: { name: { type: "string" }, name2: { type: "integer" } },
    });
  });

  test("contains a schema within itself once, and leaves the document as it was", () => {
    const before = structuredClone(whole);
    const tree = { type: "object", properties: { child: { $ref: "#/$defs/Tree" } } };
    expect(selfContained(whole, to("/components/schemas/Tree"))).toEqual({
      $ref: "#/$defs/Tree",
      $defs: { Tree: tree },
    });
    expect(whole).toEqual(before);
  });

  test("is the schema itself if it has no references", () => {
    expect(selfContained(whole, filter.properties.name)).toBe(filter.properties.name);
  });
});
