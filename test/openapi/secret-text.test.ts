import { expect, test } from "vitest";
import { createSecretTest } from "../../src/openapi/secret-text.ts";

// The encodings that it finds are those of the client's tests of secrets.
test("the test finds no token in other texts", () => {
  const hasToken = createSecretTest(["a.b+c/d e"]);
  expect(["a-b+c/d e", "a.b", "", "a%2Eb"].map(hasToken)).toEqual([false, false, false, false]);
});

test("the test finds a token in both alphabets of Base64", () => {
  const texts = (["base64", "base64url"] as const).map((encoding) =>
    Buffer.from("x>>>???~").toString(encoding),
  );
  expect(texts).toEqual(["eD4+Pj8/P34=", "eD4-Pj8_P34"]);
  expect(texts.map(createSecretTest([">>>???~"]))).toEqual([true, true]);
});

test("the test finds a user and a password in Base64, and the password alone", () => {
  const hasToken = createSecretTest(["user:pass word 1"]);
  const texts = [
    `Basic ${btoa("user:pass word 1")}`,
    "pass word 1",
    "pass+word+1",
    "user",
    "Basic dXNlcjo=",
  ];
  expect(texts.map(hasToken)).toEqual([true, true, true, false, false]);
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
