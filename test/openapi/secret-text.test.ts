import { expect, test } from "vitest";
import { createSecretTest } from "../../src/openapi/secret-text.ts";

// The encodings that it finds are those of the client's tests of secrets.
test("the test finds no token in other texts", () => {
  const hasToken = createSecretTest(["a.b+c/d e"]);
  expect(["a-b+c/d e", "a.b", "", "a%2Eb"].map(hasToken)).toEqual([false, false, false, false]);
});

test("the test finds no short token in the Base64 of words", () => {
  const hasToken = createSecretTest(["tok"]);
  expect(["dG9r", "xdG9", "b2s", "0b2"].map(hasToken)).toEqual([true, false, false, false]);
  expect(["aeiou", "ZQ"].map(createSecretTest(["y"]))).toEqual([false, false]);
});

test("the test finds nothing if there is no token, and no password of a few characters", () => {
  expect(["", "text"].map(createSecretTest([""]))).toEqual([false, false]);
  expect(["a", "abc"].map(createSecretTest(["user:a"]))).toEqual([false, false]);
});
