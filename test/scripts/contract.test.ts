import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentedOperations, isMap, type Path, readContract } from "../../scripts/contract.ts";
import { at, contractWith, tokens } from "./contract-copy.ts";

test("a merge key is read as Redocly reads it", () => {
  const file = join(mkdtempSync(join(tmpdir(), "contract-")), "openapi.yaml");
  writeFileSync(file, "paths: &shared { /api/v2/tokens: {} }\nwebhooks: { <<: *shared }\n");
  expect(readContract(file)).toMatchObject({ webhooks: { "/api/v2/tokens": {} } });
});

test("an example by reference is an operation's own", () => {
  const contract = contractWith((copy) => {
    const examples = at(copy, ...tokens, "responses", "2XX", "content", "application/json", "examples");
    Object.assign(copy.components, { examples: { Empty: examples["empty"] } });
    examples["empty"] = { $ref: "#/components/examples/Empty" };
  });
  expect(documentedOperations(contract)).toEqual(documentedOperations(readContract()));
});

test.each<[Path, boolean]>([
  [["components", "schemas"], true],
  [["components", "schemas", "properties"], false],
  [["components", "schemas", "Relay", "properties"], true],
  [["components", "schemas", "Relay", "properties", "headers"], false],
  [["components", "schemas", "Relay", "properties", "headers", "properties"], true],
  [["components", "schemas", "Relay", "properties", "headers", "properties", "headers"], false],
])("the keys at %j are names: %s", (path, names) => {
  expect(isMap(path)).toBe(names);
});
