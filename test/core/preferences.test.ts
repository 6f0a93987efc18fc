import { describe, expect, test } from "vitest";
import { parsePreferences } from "../../src/core/preferences.ts";
import type { Rejection } from "../../src/core/rejection.ts";

test.each([
  ["", {}],
  ["example=empty", { example: "empty" }],
  ["code=503, times=2", { code: 503, times: 2 }],
  ["code=503,times=2", { code: 503, times: 2 }],
  ["delay = 50 ; fault=stall", { delay: 50, fault: "stall" }],
  ['example="a, b; c=\\"d\\""', { example: 'a, b; c="d"' }],
  ["example=first, example=second", { example: "first" }],
  ["code=503, , times=2", { code: 503, times: 2 }],
  [
    "return=minimal, respond-async, wait=10, handling=lenient; code=500, safe, example=empty",
    { example: "empty" },
  ],
])("%j is parsed as %j", (header, preferences) => {
  expect(parsePreferences(header)).toEqual(preferences);
});

const detail = (header: string) => (parsePreferences(header) as Rejection).detail;

test.each(["code=503 times=2", "code=503; times=2 delay=5", 'example="a" b', "example=größe"])(
  "%j has more text than a preference can have, and is rejected",
  (header) => {
    expect(detail(header)).toMatch(/Put commas between preferences\.$/);
  },
);

test.each([
  ["dealy=s3cret", "dealy"],
  ["code=503; coed=1", "coed"],
  ["größe=s3cret", "gr\\u{f6}\\u{df}e"],
  [`${"a".repeat(41)}=s3cret`, `${"a".repeat(40)}...`],
])("%j has an unknown preference, and is rejected with its name alone", (header, name) => {
  expect(detail(header)).toMatch(/^Unknown preference ".*"\. Known: example, code, /);
  expect(detail(header)).toContain(`"${name}"`);
  expect(detail(header)).not.toContain("s3cret");
});

describe("an invalid value is rejected without being repeated", () => {
  test.each(["code=199", "code=600", "delay=-1", "dynamic=yes", "fault=x", "times=0"])(
    "%s",
    (header) => {
      const [name, value] = header.split("=") as [string, string];
      expect(detail(header)).toMatch(new RegExp(`^${name} `));
      expect(detail(header)).not.toContain(` ${value}`);
    },
  );
});
