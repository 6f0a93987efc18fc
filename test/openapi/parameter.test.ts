import { expect, test } from "vitest";
import { isFreeForm, queryNamesOf } from "../../src/openapi/parameter.ts";

const string = { type: "string" };
const map = { type: "object", additionalProperties: string };
const filter = { type: "object", properties: { from: string, to: string } };
const document = {
  components: {
    schemas: { Map: map, Filter: filter, Alias: { $ref: "#/components/schemas/Map" } },
  },
};
const queryParameter = (schema: unknown, fields: object = {}) => ({
  name: "inputs",
  in: "query",
  schema,
  ...fields,
});
const composed = {
  allOf: [{ $ref: "#/components/schemas/Filter" }, { properties: { page: string } }],
  type: "object",
};

test.each<[string, object, boolean, string[]]>([
  ["a map", queryParameter(map), true, []],
  [
    "a map by a reference to a reference",
    queryParameter({ $ref: "#/components/schemas/Alias" }),
    true,
    [],
  ],
  ["any object", queryParameter({ type: "object" }), true, []],
  ["an object or nothing", queryParameter({ type: ["object", "null"] }), true, []],
  [
    "a map with some names",
    queryParameter({ ...map, properties: { page: string } }),
    true,
    ["page"],
  ],
  [
    "an object by reference",
    queryParameter({ $ref: "#/components/schemas/Filter" }),
    false,
    ["from", "to"],
  ],
  [
    "a closed object",
    queryParameter({ ...filter, additionalProperties: false }),
    false,
    ["from", "to"],
  ],
  [
    "a composed object",
    queryParameter({ ...composed, additionalProperties: false }),
    false,
    ["from", "to", "page"],
  ],
  [
    "an object in brackets",
    queryParameter(filter, { style: "deepObject" }),
    false,
    ["inputs[from]", "inputs[to]"],
  ],
  ["a map in brackets", queryParameter(map, { style: "deepObject" }), false, []],
  ["an object with pipes", queryParameter(filter, { style: "pipeDelimited" }), false, ["inputs"]],
  ["a map with commas", queryParameter(map, { explode: false }), false, ["inputs"]],
  ["an object with commas", queryParameter(filter, { explode: false }), false, ["inputs"]],
  ["a string", queryParameter(string), false, ["inputs"]],
  ["a list", queryParameter({ type: "array", items: map }), false, ["inputs"]],
  ["a parameter with content", queryParameter(undefined), false, ["inputs"]],
])(
  "%s is recognized as free-form or not, with its names in the query",
  (_, parameter, free, names) => {
    expect(isFreeForm(document, parameter)).toBe(free);
    expect(queryNamesOf(document, parameter)).toEqual(names);
  },
);

test("a header is never free-form", () => {
  expect(isFreeForm(document, { ...queryParameter(map), in: "header" })).toBe(false);
});
