import { expect, test, vi } from "vitest";
import { memoizeByRef } from "../../src/openapi/cache.ts";

test("what is derived from a document is derived once, an error too", () => {
  const derive = vi.fn((document: { value?: string }) => {
    if (document.value === undefined) throw new Error("no value");
    return document.value;
  });
  const memoized = memoizeByRef(derive);
  const [valid, invalid] = [{ value: "a" }, {}];
  for (const _ of [1, 2]) {
    expect(memoized(valid)).toBe("a");
    expect(() => memoized(invalid)).toThrow("no value");
  }
  expect(derive).toHaveBeenCalledTimes(2);
});
