import { expect, test } from "vitest";
import { writeQuery } from "../../scripts/docs/samples/call.ts";

test.each([
  [
    "form",
    undefined,
    [
      ["ids", "a"],
      ["ids", "b"],
    ],
  ],
  ["form", false, [["ids", "a,b"]]],
  ["pipeDelimited", undefined, [["ids", "a|b"]]],
  ["spaceDelimited", undefined, [["ids", "a b"]]],
  [
    "pipeDelimited",
    true,
    [
      ["ids", "a"],
      ["ids", "b"],
    ],
  ],
])("a list in style %s with explode %s is written as OpenAPI says", (style, explode, parameters) => {
  expect(writeQuery({ name: "ids", style, explode, value: ["a", "b"] })).toEqual(parameters);
});
