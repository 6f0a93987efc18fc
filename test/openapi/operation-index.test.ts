import { expect, test } from "vitest";
import { operationsOf } from "../../src/openapi/operations.ts";

const successWith = (content: object) => ({
  responses: { "2XX": { description: "A success.", content } },
});
const json = (media: object) => successWith({ "application/json": media });
const query = { name: "page", in: "query", schema: { type: "integer" } };

test.each<[string, object, string]>([
  ["nothing", {}, "path"],
  ["a failure", { responses: { 404: { description: "Not found." } } }, "path"],
  ["a success of an unknown status", successWith({}), "path"],
  ["a body of an unknown shape", json({ schema: {} }), "path"],
  ["a value in its path", { parameters: [{ name: "id", in: "path", schema: {} }] }, "path"],
  ["the type of a body", json({ schema: { type: "object" } }), "documented"],
  ["an example of a body", json({ schema: {}, examples: { empty: { value: {} } } }), "documented"],
  [
    "the status of its success",
    { responses: { 200: { description: "A success." } } },
    "documented",
  ],
  ["an input", { parameters: [query] }, "documented"],
  [
    "a body to send",
    { requestBody: { content: { "application/json": { schema: {} } } } },
    "documented",
  ],
  [
    "evidence from traffic",
    { parameters: [query], "x-observed": { source: "HAR", exchanges: 1 } },
    "observed",
  ],
])("an operation with %s is known by %j as %s", (_, operation, knowledge) => {
  const [read] = operationsOf({ paths: { "/a": { get: operation } } });
  expect(read?.knowledge).toBe(knowledge);
});
