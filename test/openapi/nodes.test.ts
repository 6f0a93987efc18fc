import { expect, test } from "vitest";
import { nodes, reachableObjects } from "../../src/openapi/nodes.ts";
import { pointerOf } from "../../src/openapi/pointer.ts";
import { flattenComposition } from "../../src/openapi/schema.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";

const dataExamples = {
  one: { $ref: "#/components/examples/One" },
  two: { value: { $ref: "data" } },
};
test.each<[string, object, string[]]>([
  [
    "objects in the document's order, also those in lists",
    { tags: [{ name: "a" }, { name: "b" }], info: { title: "T" }, openapi: "3.1.1", empty: null },
    ["/tags/0", "/tags/1", "/info"],
  ],
  [
    "no objects in examples",
    {
      media: {
        example: { a: {} },
        examples: { one: { value: {} } },
        schema: { examples: [{}], example: {} },
      },
    },
    ["/media", "/media/schema"],
  ],
  [
    "no objects in other data",
    { schema: { default: {}, const: {}, enum: [{}], properties: { default: {} } } },
    ["/schema", "/schema/properties/default"],
  ],
  [
    "an example by reference",
    { media: { examples: dataExamples } },
    ["/media", "/media/examples/one"],
  ],
  [
    "a field that has the name of a map, whose examples are data",
    { properties: { headers: { examples: [{}], properties: { examples: {} } } } },
    ["/properties/headers", "/properties/headers/properties/examples"],
  ],
])("the nodes of a document are itself and %s", (_, document, pointers) => {
  expect(nodes(document).map(({ path }) => pointerOf(path))).toEqual(["", ...pointers]);
  expect(nodes({ tags: [{ name: "a" }] })[1]).toEqual({ node: { name: "a" }, path: ["tags", 0] });
});

test.each(
  `properties patternProperties dependentSchemas $defs schemas responses parameters requestBodies headers
  securitySchemes pathItems paths webhooks callbacks encoding x-not-shown`.split(/\s+/),
)("a member of %s can be called like an example", (map) => {
  const pointers = nodes({ [map]: { example: {}, examples: {} } }).map(({ path }) =>
    pointerOf(path),
  );
  expect(pointers).toEqual(["", `/${map}/example`, `/${map}/examples`]);
});

test("the unknowns of a document have their ids, phrases and pointers, and data has none", () => {
  const document = {
    "x-not-shown": { limits: "Limits", errors: "Errors" },
    paths: {
      "/a/{b}": {
        get: { "x-not-shown": { "a-body": "Body of a" }, example: { "x-not-shown": { c: "C" } } },
      },
    },
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
  Circle: { anyOf: [{ $ref: "#/components/schemas/Circle" }] },
};
const contract = { components: { schemas } };

test("the descendants of a node include the targets of its references, each once, and end in a circle", () => {
  const descendants = reachableObjects(contract, [
    { schema: { $ref: "#/components/schemas/Tree" } },
    "text",
    null,
  ]);
  expect(descendants.filter((node) => node === schemas.Tree)).toHaveLength(1);
  expect(descendants).toContain(schemas.Tree.properties.children);
  expect(descendants).toHaveLength(5);
  expect(reachableObjects(contract, undefined)).toEqual([]);
});

test("a schema is composed of all its alternatives and conditions, each once, and is last", () => {
  const [part, alternative, choice] = ["allOf", "anyOf", "oneOf"].map((keyword) => ({
    title: keyword,
  }));
  const conditions = Object.fromEntries(
    ["if", "then", "else"].map((keyword) => [keyword, { title: keyword }]),
  );
  const reference = { $ref: "#/components/schemas/Named" };
  const schema = { allOf: [part, reference], anyOf: [alternative], oneOf: [choice], ...conditions };
  const parts = [part, schemas.Named, alternative, choice, ...Object.values(conditions)];
  expect(flattenComposition(contract, schema)).toEqual([...parts, schema]);
  expect(flattenComposition(contract, { $ref: "#/components/schemas/Circle" })).toEqual([
    schemas.Circle,
  ]);
  expect(flattenComposition(contract, { $ref: "#/components/schemas/Nothing" })).toEqual([]);
});
