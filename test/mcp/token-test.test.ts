import { expect, test } from "vitest";
import { createTokenTest } from "../../src/mcp/token-test.ts";

const hex = (number: number, length: number) => number.toString(16).padStart(length, "0");
const escapeUnits = (text: string) => text.replace(/[\s\S]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

test.each<[string, (text: string) => string]>([
  ["raw", (text) => text],
  ["in another case", (text) => text.toUpperCase()],
  ["percent-encoded", encodeURIComponent],
  ["percent-encoded in lower case", (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase())],
  ["percent-encoded twice", (text) => encodeURIComponent(encodeURIComponent(text))],
  ["form-encoded", (text) => String(new URLSearchParams({ t: text })).slice(2)],
  ["escaped as in JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["escaped as in JSON, slashes included", (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/")],
  ["escaped as in JSON, every character", escapeUnits],
  ["with every byte percent-encoded", (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join("")],
  ["in two encodings", (text) => encodeURIComponent(text.slice(0, 4)) + escapeUnits(text.slice(4))],
  ["in Base64", (text) => `Basic ${Buffer.from(text).toString("base64")}`],
  ...["x", "xy", "é", "user:"].flatMap((before) =>
    (["base64", "base64url"] as const).map((encoding): [string, (text: string) => string] => [
      `after ${before} in ${encoding}`,
      (text) => Buffer.from(`${before}${text}\n`).toString(encoding),
    ]),
  ),
])("the test finds a token %s", (_, encode) => {
  for (const token of [
    "tok-1234",
    "a.b+c/d e",
    '["(*)?$^|{}]',
    "back\\slash",
    "%41%2541&=",
    "é😀\u0301 ~_-!'",
    "user:pass word/1",
  ]) {
    expect(createTokenTest(token)(`before ${encode(token)} after`), token).toBe(true);
  }
});

test("the test finds no token in other texts", () => {
  const hasToken = createTokenTest("a.b+c/d e");
  expect(["a-b+c/d e", "a.b", "", "a%2Eb"].map(hasToken)).toEqual([false, false, false, false]);
});

test("the test finds a user and a password in Base64, and the password alone", () => {
  const hasToken = createTokenTest("user:pass word 1");
  const texts = [`Basic ${btoa("user:pass word 1")}`, "pass word 1", "pass+word+1", "user", "Basic dXNlcjo="];
  expect(texts.map(hasToken)).toEqual([true, true, true, false, false]);
});

test("the test finds no short token in the Base64 of words", () => {
  const hasToken = createTokenTest("tok");
  expect(["dG9r", "xdG9", "b2s", "0b2"].map(hasToken)).toEqual([true, false, false, false]);
  expect(["aeiou", "ZQ"].map(createTokenTest("y"))).toEqual([false, false]);
});

test("the test finds nothing if there is no token, and no password of a few characters", () => {
  expect(["", "text"].map(createTokenTest(""))).toEqual([false, false]);
  expect(["a", "abc"].map(createTokenTest("user:a"))).toEqual([false, false]);
});
