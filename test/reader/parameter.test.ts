import { expect, test } from "vitest";
import { entrySchema, isFreeForm, namelessInputs, propertiesOf, queryNames } from "../../src/openapi/parameter.ts";

const string = { type: "string" };
const map = { type: "object", additionalProperties: string };
const filter = { type: "object", properties: { from: string, to: string } };
const document = { components: { schemas: { Map: map, Filter: filter, Alias: { $ref: "#/components/schemas/Map" } } } };
const query = (schema: unknown, more: object = {}) => ({ name: "inputs", in: "query", schema, ...more });
const composed = { allOf: [{ $ref: "#/components/schemas/Filter" }, { properties: { page: string } }], type: "object" };

test.each<[string, object, boolean, string[]]>([
  ["a map", query(map), true, []],
  ["a map by a reference to a reference", query({ $ref: "#/components/schemas/Alias" }), true, []],
  ["any object", query({ type: "object" }), true, []],
  ["an object or nothing", query({ type: ["object", "null"] }), true, []],
  ["a map with some names", query({ ...map, properties: { page: string } }), true, ["page"]],
  ["an object by reference", query({ $ref: "#/components/schemas/Filter" }), false, ["from", "to"]],
  ["a closed object", query({ ...filter, additionalProperties: false }), false, ["from", "to"]],
  ["a composed object", query({ ...composed, additionalProperties: false }), false, ["from", "to", "page"]],
  ["an object in brackets", query(filter, { style: "deepObject" }), false, ["inputs[from]", "inputs[to]"]],
  ["an object with commas", query(map, { explode: false }), false, ["inputs"]],
  ["a string", query(string), false, ["inputs"]],
  ["a list", query({ type: "array", items: map }), false, ["inputs"]],
  ["a parameter with content", query(undefined), false, ["inputs"]],
])("%s is free-form or not, and sent under its names", (_, parameter, free, names) => {
  expect(isFreeForm(document, parameter)).toBe(free);
  expect(queryNames(document, parameter)).toEqual(names);
});

test("a header is never free-form", () => {
  expect(isFreeForm(document, { ...query(map), in: "header" })).toBe(false);
});

test("a schema within itself has its properties once", () => {
  const node = { properties: { name: string }, allOf: [{ $ref: "#/components/schemas/Node" }] };
  expect(propertiesOf({ components: { schemas: { Node: node } } }, node)).toEqual({ name: string });
});

test("the inputs of a free-form parameter are its alternatives, or its one kind of value", () => {
  const alternatives = { type: "object", additionalProperties: { anyOf: [string, { type: "integer" }] } };
  expect(namelessInputs(document, query(alternatives))).toEqual([string, { type: "integer" }]);
  expect(namelessInputs(document, query({ $ref: "#/components/schemas/Alias" }))).toEqual([string]);
  expect(namelessInputs(document, query({ type: "object" }))).toEqual([{}]);
});

test("lists and maps have a schema for their entries, other schemas have none", () => {
  expect(entrySchema(document, { type: "array", items: { $ref: "#/components/schemas/Map" } })).toBe(map);
  expect(entrySchema(document, { $ref: "#/components/schemas/Alias" })).toBe(string);
  expect(entrySchema(document, { type: "object", additionalProperties: false })).toBeUndefined();
});
