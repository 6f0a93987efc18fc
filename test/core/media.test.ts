import { expect, test } from "vitest";
import { negotiate, toBodyText } from "../../src/core/media.ts";
import { isJson } from "../../src/openapi/media-type.ts";

const csv = "text/csv; charset=utf-8";
const contents = ["application/json", csv];
const versions = ["application/json", "application/json; v=2", "text/csv"];

test.each<[accept: string | undefined, mediaTypes: string[], picked: string | undefined]>([
  [undefined, contents, "application/json"],
  // On a tie, the first.
  ["text/csv, application/json", contents, "application/json"],
  ["application/json;q=0.5, text/*", contents, csv],
  // The closest range decides.
  ["application/json;q=0, */*", contents, csv],
  ["*/*;q=0.9, text/*;q=0.1, text/csv", contents, csv],
  // What can't be read is as if absent (RFC 9110, 5.6.1): Java sends some.
  ["text, *; q=.2", contents, "application/json"],
  ["text/csv, image/gif, *; q=.2, */*; q=.2", contents, csv],
  ["image/*, audio/*", contents, undefined],
  ["text/*;q=0, application/json;q=0, */*", contents, undefined],
  ["application/json;version=2", ["application/json;version=1"], undefined],
  ['application/json;version="1"', ["application/json;version=1"], "application/json;version=1"],
  ["application/json; charset=a", ["application/json;version=1"], "application/json;version=1"],
  ["image/png", ["text/csv", "image/*"], "image/*"],
  ["application/json;v=2", versions, "application/json; v=2"],
  ["application/json;q=0.1, application/json;v=2;q=0.5", versions, "application/json; v=2"],
])("Accept: %s picks of %j %s", (accept, mediaTypes, picked) => {
  const choices = mediaTypes.map((mediaType) => ({ mediaType }));
  expect(negotiate(accept, choices)).toMatchObject(
    picked ? { mediaType: picked } : { status: 406 },
  );
});

test("a rejection by Accept lists the types of the response", () => {
  const detail =
    "None of this response's media types is acceptable. Available: application/json, text/csv; charset=utf-8.";
  const choices = contents.map((mediaType) => ({ mediaType }));
  expect(negotiate("image/*", choices)).toMatchObject({ detail });
});

test.each([
  ["application/json", true],
  ["Application/JSON ; charset=utf-8", true],
  ["application/vnd.example.v1+json", true],
  ["application/json-seq", false],
])("%s is JSON: %j", (mediaType, expected) => {
  expect(isJson(mediaType)).toBe(expected);
});

test("a string is the text of a body unless its type is JSON, and another value is JSON", () => {
  expect(toBodyText("a,b", "text/csv")).toBe("a,b");
  expect(toBodyText("a,b", "application/json")).toBe('"a,b"');
  expect(toBodyText(["a"], "text/csv")).toBe('["a"]');
});
