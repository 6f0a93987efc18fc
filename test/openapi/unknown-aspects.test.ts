import { expect, test } from "vitest";
import type { Path } from "../../src/openapi/nodes.ts";
import {
  type Aspect,
  aspectOf,
  createUnknownId,
  unknownIdsAbout,
} from "../../src/openapi/unknown-aspects.ts";

const operation = ["paths", "/a/{b}", "get"];
const property = ["components", "schemas", "A", "properties", "b"];

const response = [...operation, "responses", "2XX"];
const component = ["components", "responses", "Failure"];
test.each<[Path, Readonly<Record<string, Aspect | undefined>>]>([
  [["servers", 0, "variables", "host"], { "any-words": "address" }],
  [["x-operation-index", "Agents", 2], { "any-words": "method" }],
  [[], { "other-operation-paths": "name-only operations", "operation-payload": undefined }],
  [
    ["tags", 0],
    {
      "token-in-header": "header token",
      "delivery-payload": "payload",
      "delivery-signing": "signing",
    },
  ],
  [
    operation,
    {
      "a-parameters": "parameters",
      "a-payload": "payload",
      "a-prefix": "prefix",
      "a-token": "token",
    },
  ],
  [operation, { "a-name": undefined, "a-answer": undefined }],
  [["components", "pathItems", "A", "post"], { "a-payload": "payload" }],
  [["webhooks", "ended", "post"], { "a-payload": "payload" }],
  [response, { "a-success-status": "success status", "a-answer": "body", "a-payload": undefined }],
  [component, { "error-shape": "body", "failure-status-codes": "failure statuses" }],
  [
    property,
    { "b-values": "values", "b-default": "default", "b-bounds": "bounds", "b-unit": "unit" },
  ],
  [property, { "b-token": undefined, values: undefined, "b-values-meaning": undefined }],
  [[...operation, "parameters", 0], { "b-name": "name", "b-origin": "origin" }],
])("at %j, the last words of an id name its aspect: %j", (path, aspects) => {
  const read = Object.keys(aspects).map((id) => [id, aspectOf(id, path)]);
  expect(Object.fromEntries(read)).toEqual(aspects);
});

test("the ids about an aspect are found at a node", () => {
  const node = {
    "x-not-shown": { "a-payload": "Payload", "a-details": "Details", "a-token": "Token" },
  };
  expect(unknownIdsAbout("payload", node, operation)).toEqual(["a-payload"]);
  expect(unknownIdsAbout("values", { "x-not-shown": { "b-values": "Values" } })).toEqual([
    "b-values",
  ]);
  expect(unknownIdsAbout("prefix", node, operation)).toEqual([]);
});

test("an id that is created for an aspect is read as being about it", () => {
  for (const aspect of ["parameters", "payload", "token"] as const) {
    expect(aspectOf(createUnknownId("read-a", aspect), operation)).toBe(aspect);
  }
  for (const aspect of ["success status", "body"] as const) {
    expect(aspectOf(createUnknownId("read-a", aspect), response)).toBe(aspect);
  }
});
