import { expect, test } from "vitest";
import { toHeaderList, toHeaderText } from "../../src/core/response.ts";

test("the text of a header is ASCII, and ends after 1,000 characters", () => {
  expect(toHeaderText("größer\n1")).toBe("gr?er?1");
  expect(toHeaderText("a".repeat(1234))).toBe(`${"a".repeat(1000)}... and 234 more`);
});

test.each([
  [[], ""],
  [["a", "größer"], "a, gr?er"],
  [Array(3000).fill("name"), `${"name, ".repeat(166)}and 2834 more`],
  [["a", "b".repeat(2000), "c"], "a, and 2 more"],
  [["a".repeat(2000)], "and 1 more"],
])(
  "a list in a header ends before 1,000 characters, with the number of those that it leaves out",
  (items, text) => {
    expect(toHeaderList(items)).toBe(text);
  },
);
