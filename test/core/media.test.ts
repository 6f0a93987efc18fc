import { expect, test } from "vitest";
import { negotiate } from "../../src/core/media.ts";

const contents = [{ mediaType: "application/json" }, { mediaType: "text/csv; charset=utf-8" }];

test.each([
  ["the first type if no header says otherwise", undefined, "application/json"],
  ["the first type on a tie", "text/csv, application/json", "application/json"],
  ["the type of the highest quality", "application/json;q=0.5, text/*", "text/csv; charset=utf-8"],
  ["no type that a closer range excludes", "application/json;q=0, */*", "text/csv; charset=utf-8"],
  ["the quality of the closest range", "*/*;q=0.9, text/*;q=0.1, text/csv", "text/csv; charset=utf-8"],
])("negotiation picks %s", (_, accept, mediaType) => {
  expect(negotiate(accept, contents)).toEqual({ mediaType });
});

test.each([
  ["no range includes a type", "image/*", 406],
  ["the closest range excludes each type", "text/*;q=0, application/json;q=0, */*", 406],
  ["a range is malformed", "text", 400],
])("negotiation rejects if %s", (_, accept, status) => {
  expect(negotiate(accept, contents)).toMatchObject({ status });
});
