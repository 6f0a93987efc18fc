import { expect, test } from "vitest";
import { isFreeForm } from "../../src/openapi/parameter.ts";

const string = { type: "string" };
const map = { type: "object", additionalProperties: string };
const filter = { type: "object", properties: { from: string, to: string } };
const document = {
  components: {
    schemas: { Map: map, Alias: { $ref: "#/components/schemas/Map" } },
  },
};
const queryParameter = (schema: unknown, fields: object = {}) => ({
  name: "inputs",
  in: "query",
  schema,
  ...fields,
});
test.each<[string, object, boolean]>([
  [
    "a map by a reference to a reference",
    queryParameter({ $ref: "#/components/schemas/Alias" }),
    true,
  ],
  ["any object, or nothing", queryParameter({ type: ["object", "null"] }), true],
  ["a map with some names", queryParameter({ ...map, properties: { page: string } }), true],
  ["an object", queryParameter(filter), false],
  ["a closed object", queryParameter({ type: "object", additionalProperties: false }), false],
  ["a map in brackets", queryParameter(map, { style: "deepObject" }), false],
  ["a map with commas", queryParameter(map, { explode: false }), false],
  ["a list", queryParameter({ type: "array", items: map }), false],
  ["a map in a header", queryParameter(map, { in: "header" }), false],
])("%s is recognized as free-form or not", (_, parameter, isFree) => {
  expect(isFreeForm(document, parameter)).toBe(isFree);
});
