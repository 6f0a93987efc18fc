import { expect, test } from "vitest";
import type { Path } from "../../src/openapi/nodes.ts";
import { type Aspect, aspectOf, createUnknownId, unknownIdsAbout } from "../../src/openapi/unknown-aspects.ts";

const operation = ["paths", "/a/{b}", "get"];
const property = ["components", "schemas", "A", "properties", "b"];

test.each<[Path, string, Aspect | undefined]>([
  [["servers", 0, "variables", "host"], "any-words", "address"],
  [["x-operation-index", "Agents", 2], "any-words", "method"],
  [[], "other-operation-paths", "name-only operations"],
  [[], "operation-payload", undefined],
  [["tags", 0], "token-in-header", "header token"],
  [["tags", 5], "delivery-payload", "payload"],
  [["tags", 5], "delivery-signing", "signing"],
  [operation, "a-parameters", "parameters"],
  [operation, "a-payload", "payload"],
  [operation, "a-prefix", "prefix"],
  [operation, "a-token", "token"],
  [["components", "pathItems", "A", "post"], "a-payload", "payload"],
  [["webhooks", "ended", "post"], "a-payload", "payload"],
  [[...operation, "responses", "2XX"], "a-success-status", "success status"],
  [[...operation, "responses", "200"], "a-answer", "body"],
  [["components", "responses", "Failure"], "error-shape", "body"],
  [["components", "responses", "Failure"], "failure-status-codes", "failure statuses"],
  [property, "b-values", "values"],
  [property, "b-default", "default"],
  [property, "b-bounds", "bounds"],
  [property, "b-unit", "unit"],
  [[...operation, "parameters", 0], "b-name", "name"],
  [[...operation, "parameters", 0], "b-origin", "origin"],
])("at %j, `%s` is about: %s", (path, id, aspect) => {
  expect(aspectOf(id, path)).toBe(aspect);
});

test.each<[Path, string]>([
  [operation, "a-name"],
  [operation, "a-answer"],
  [[...operation, "responses", "200"], "a-payload"],
  [property, "b-token"],
  [property, "values"],
  [property, "b-values-meaning"],
])("at %j, `%s` has no aspect: its last words mean nothing there", (path, id) => {
  expect(aspectOf(id, path)).toBeUndefined();
});

test("the ids about an aspect are found at a node", () => {
  const node = { "x-not-shown": { "a-payload": "Payload", "a-details": "Details", "a-token": "Token" } };
  expect(unknownIdsAbout("payload", node, operation)).toEqual(["a-payload"]);
  expect(unknownIdsAbout("values", { "x-not-shown": { "b-values": "Values" } })).toEqual(["b-values"]);
  expect(unknownIdsAbout("prefix", node, operation)).toEqual([]);
});

test.each<[Aspect, Path]>([
  ["parameters", operation],
  ["payload", operation],
  ["token", operation],
  ["success status", [...operation, "responses", "2XX"]],
  ["body", [...operation, "responses", "2XX"]],
])("an id that is created for the %s is read as being about it", (aspect, path) => {
  expect(aspectOf(createUnknownId("read-a", aspect), path)).toBe(aspect);
});
