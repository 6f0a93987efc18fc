import { expect, test } from "vitest";
import { excerpt } from "../../src/mock/excerpt.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const response = (schema: object) => ({ description: "OK.", content: { "application/json": { schema } } });
const whole = { type: "object", properties: { id: { type: "integer" }, other: ref("Other") } };
const document = {
  openapi: "3.1.1",
  paths: {
    "/a": { get: { responses: { 200: response(ref("Whole/properties/id")), default: response(ref("Whole")) } } },
    "/b": { get: { responses: {} } },
  },
  components: { schemas: { Whole: whole, Other: { type: "string" }, Unused: { type: "string" } } },
};

test("an operation takes along what it refers to, whole, also where a reference to a part of it comes first", () => {
  expect(excerpt(document, "GET", "/a")).toEqual({
    ...document,
    paths: { "/a": { get: { ...document.paths["/a"].get, parameters: [] } } },
    components: { schemas: { Whole: whole, Other: { type: "string" } } },
  });
});

test("there is none for an operation that the document lacks", () => {
  expect(excerpt(document, "POST", "/a")).toBeUndefined();
  expect(excerpt(document, "GET", "/c")).toBeUndefined();
});
