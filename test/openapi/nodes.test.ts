import { expect, test } from "vitest";
import { nodes, withDescendants } from "../../src/openapi/nodes.ts";
import { pointerOf } from "../../src/openapi/pointer.ts";
import { schemasOf } from "../../src/openapi/schema.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";

const pointersIn = (document: object) => nodes(document).map(({ path }) => pointerOf(path));

test("the nodes of a document are its objects in its order, also those in lists", () => {
  const document = { tags: [{ name: "a" }, { name: "b" }], info: { title: "T" }, openapi: "3.1.1", empty: null };
  expect(pointersIn(document)).toEqual(["", "/tags/0", "/tags/1", "/info"]);
  expect(nodes(document)[1]).toEqual({ node: { name: "a" }, path: ["tags", 0] });
});

test("examples contain data and no nodes, but fields, headers and parameters can have their name", () => {
  const media = { example: { a: {} }, examples: { one: { value: {} } }, schema: { examples: [{}], example: {} } };
  expect(pointersIn({ media })).toEqual(["", "/media", "/media/schema"]);
  for (const map of ["properties", "patternProperties", "schemas", "headers", "responses", "parameters", "paths"]) {
    expect(pointersIn({ [map]: { example: {}, examples: {} } })).toContain(`/${map}/examples`);
    expect(pointersIn({ [map]: { example: {}, examples: {} } })).toContain(`/${map}/example`);
  }
});

test("other data contains no nodes either, and an example by reference is one", () => {
  const schema = { default: {}, const: {}, enum: [{}], properties: { default: {} } };
  expect(pointersIn({ schema })).toEqual(["", "/schema", "/schema/properties", "/schema/properties/default"]);
  const examples = { one: { $ref: "#/components/examples/One" }, two: { value: { $ref: "data" } } };
  expect(pointersIn({ media: { examples } })).toEqual(["", "/media", "/media/examples/one"]);
});

test("a field that has the name of a map is a schema, whose examples are data", () => {
  const document = { properties: { headers: { examples: [{}], properties: { examples: {} } } } };
  expect(pointersIn(document)).toEqual([
    ...["", "/properties", "/properties/headers", "/properties/headers/properties"],
    "/properties/headers/properties/examples",
  ]);
});

test("the unknowns of a document have their ids, phrases and pointers, and data has none", () => {
  const document = {
    "x-not-shown": { limits: "Limits", errors: "Errors" },
    paths: { "/a/{b}": { get: { "x-not-shown": { "a-body": "Body of a" }, example: { "x-not-shown": { c: "C" } } } } },
    tags: [{ "x-not-shown": "no map" }],
  };
  expect(unknowns(document)).toEqual([
    { id: "limits", description: "Limits", pointer: "" },
    { id: "errors", description: "Errors", pointer: "" },
    { id: "a-body", description: "Body of a", pointer: "/paths/~1a~1{b}/get" },
  ]);
});

const schemas = {
  Tree: { properties: { children: { items: { $ref: "#/components/schemas/Tree" } } } },
  Named: { properties: { name: {} } },
};
const contract = { components: { schemas } };
const tree = { $ref: "#/components/schemas/Tree" };

test("the descendants of a node include the targets of its references, each once, and end in a circle", () => {
  const descendants = withDescendants(contract, [{ schema: tree }, "text", null]);
  expect(descendants.filter((node) => node === schemas.Tree)).toHaveLength(1);
  expect(descendants).toContain(schemas.Tree.properties.children);
  expect(descendants).toHaveLength(6);
  expect(withDescendants(contract, undefined)).toEqual([]);
});

test("a schema is composed of all its alternatives and conditions, and is last", () => {
  const parts = ["allOf", "anyOf", "oneOf"].map((keyword) => ({ title: keyword }));
  const [part, alternative, choice] = parts;
  const conditions = Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, { title: keyword }]));
  const reference = { $ref: "#/components/schemas/Named" };
  const schema = { allOf: [part, reference], anyOf: [alternative], oneOf: [choice], ...conditions };
  expect(schemasOf(contract, schema)).toEqual([
    ...[part, schemas.Named, alternative, choice, ...Object.values(conditions)],
    schema,
  ]);
});

test("a schema that is composed of itself is listed once, and a reference without a target not at all", () => {
  const circle = { components: { schemas: { Circle: { anyOf: [{ $ref: "#/components/schemas/Circle" }] } } } };
  expect(schemasOf(circle, { $ref: "#/components/schemas/Circle" })).toEqual([circle.components.schemas.Circle]);
  expect(schemasOf(circle, { $ref: "#/components/schemas/Nothing" })).toEqual([]);
});
