import fc from "fast-check";
import { expect, test } from "vitest";
import { createTokenTest } from "../../src/mcp/token-test.ts";
import { runs } from "../runs.ts";

const encodings: Record<string, (text: string) => string> = {
  raw: (text) => text,
  "percent-encoded": encodeURIComponent,
  "percent-encoded in lower case": (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "percent-encoded twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "form-encoded": (text) => String(new URLSearchParams({ t: text })).slice(2),
  "escaped as in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "escaped as in JSON, every character": (text) =>
    text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "with every byte percent-encoded": (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
};

test.each(Object.entries(encodings))("the test finds a token %s", (_, encode) => {
  const token = fc.string({ minLength: 8, unit: "grapheme" });
  fc.assert(
    fc.property(token, (text) => {
      expect(createTokenTest(text)(`before ${encode(text)} after`)).toBe(true);
    }),
    { numRuns: runs(1_000), seed: 11 },
  );
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

test("the test finds nothing if there is no token, and no password of a few characters", () => {
  expect(["", "text"].map(createTokenTest(""))).toEqual([false, false]);
  expect(["a", "abc"].map(createTokenTest("user:a"))).toEqual([false, false]);
});
