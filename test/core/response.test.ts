import { expect, test } from "vitest";
import { toHeaderText } from "../../src/core/response.ts";

test("the text of a header is ASCII of at most 1,000 characters", () => {
  expect(toHeaderText("größer\n1")).toBe("gr?er?1");
  expect(toHeaderText("a".repeat(1001))).toHaveLength(1000);
});
