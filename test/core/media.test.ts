import { expect, test } from "vitest";
import { negotiate, toBodyText } from "../../src/core/media.ts";
import { isJson } from "../../src/openapi/media-type.ts";

const contents = [{ mediaType: "application/json" }, { mediaType: "text/csv; charset=utf-8" }];

test.each([
  ["the first type if no header says otherwise", undefined, "application/json"],
  ["the first type if the header is empty", " ", "application/json"],
  ["the first type on a tie", "text/csv, application/json", "application/json"],
  ["the type of the highest quality", "application/json;q=0.5, text/*", "text/csv; charset=utf-8"],
  [
    "the higher of two low qualities",
    "application/json; q=0.5, text/csv;q=0.9",
    "text/csv; charset=utf-8",
  ],
  ["no type that a closer range excludes", "application/json;q=0, */*", "text/csv; charset=utf-8"],
  ["the first type if no range can be read (RFC 9110, 5.6.1)", "text, *; q=.2", "application/json"],
  ["what Java asks for", "text/csv, image/gif, *; q=.2, */*; q=.2", "text/csv; charset=utf-8"],
  ["a type before an empty element", "text/csv,", "text/csv; charset=utf-8"],
  [
    "the quality of the closest range",
    "*/*;q=0.9, text/*;q=0.1, text/csv",
    "text/csv; charset=utf-8",
  ],
])("negotiation picks %s", (_, accept, mediaType) => {
  expect(negotiate(accept, contents)).toEqual({ mediaType });
});

test.each([
  ["no range includes a type", "image/*, audio/*", 406],
  ["the closest range excludes each type", "text/*;q=0, application/json;q=0, */*", 406],
])("negotiation rejects if %s", (_, accept, status) => {
  expect(negotiate(accept, contents)).toMatchObject({ status });
});

test.each(["application/json;version=2", "application/json; Version=2;q=0.5"])(
  "of a type with another value of the same parameter, Accept: %s picks none",
  (accept) => {
    const versions = [{ mediaType: "application/json;version=1" }];
    expect(negotiate(accept, versions)).toMatchObject({ status: 406 });
    expect(negotiate("application/json;version=1", versions)).toEqual(versions[0]);
    expect(negotiate("application/json; charset=utf-8", versions)).toEqual(versions[0]);
  },
);

test("negotiation picks a range of types if it includes a type of Accept", () => {
  expect(negotiate("image/png", [{ mediaType: "text/csv" }, { mediaType: "image/*" }])).toEqual({
    mediaType: "image/*",
  });
});

test.each([
  ["application/json;v=2", "application/json; v=2"],
  ["application/json;v=9", "application/json"],
  ["application/json, application/json;v=2;q=0.5", "application/json"],
  ["application/json;q=0.1, application/json;v=2;q=0.5", "application/json; v=2"],
  ["application/json; charset=utf-8, */*;q=0.1", "application/json"],
])("of types with and without a parameter, Accept: %s picks %s", (accept, mediaType) => {
  const versions = [{ mediaType: "application/json" }, { mediaType: "application/json; v=2" }];
  expect(negotiate(accept, [...versions, { mediaType: "text/csv" }])).toEqual({ mediaType });
});

test("a rejection by Accept lists the types of the response", () => {
  const detail =
    "None of this response's media types is acceptable. Available: application/json, text/csv; charset=utf-8.";
  expect(negotiate("image/*", contents)).toMatchObject({ detail });
});

test.each([
  ["application/json", true],
  ["Application/JSON ; charset=utf-8", true],
  ["application/vnd.example.v1+json", true],
  ["application/json-seq", false],
  ["application/a/json", false],
  ["application/x+json5", false],
  ["text/plain; a=b/json", false],
])("%s is JSON: %j", (mediaType, expected) => {
  expect(isJson(mediaType)).toBe(expected);
});

test("a string is the text of a body unless its type is JSON, and another value is JSON", () => {
  expect(toBodyText("a,b", "text/csv")).toBe("a,b");
  expect(toBodyText("a,b", "application/json")).toBe('"a,b"');
  expect(toBodyText(["a"], "text/csv")).toBe('["a"]');
});
