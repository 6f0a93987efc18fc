import { expect, test } from "vitest";
import type { ValueTypes } from "../../src/openapi/operation.ts";
import { valueTypesOf } from "../../src/openapi/value-types.ts";

const next = { $ref: "#/components/schemas/Node" };
const document = { components: { schemas: { Node: { type: "object", properties: { next } } } } };

test("the types of a schema within itself are read three levels deep, and seven in brackets", () => {
  const depthOf = ({ properties }: ValueTypes): number =>
    properties?.["next"] ? 1 + depthOf(properties["next"]) : 0;
  expect(
    [valueTypesOf(document, next), valueTypesOf(document, next, ["deepObject"])].map(depthOf),
  ).toEqual([3, 7]);
});
