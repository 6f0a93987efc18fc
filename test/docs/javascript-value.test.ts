import { expect, test } from "vitest";
import { toJavaScript } from "../../scripts/docs/samples/client.ts";

test("a value is on one line of up to 80 characters, and a longer one on several", () => {
  const valueOfLength = (length: number) => ({ name: "x".repeat(length - `{ name: "" }`.length) });
  expect(toJavaScript(valueOfLength(80))).toHaveLength(80);
  expect(toJavaScript(valueOfLength(81)).split("\n")).toHaveLength(3);
  expect(toJavaScript({ list: [1, 2], "a-b": {} })).toBe('{ list: [1, 2], "a-b": {} }');
});
