import { expect, test } from "vitest";
import type { Path } from "../../src/openapi/nodes.ts";
import { type Aspect, aspectOf } from "../../src/openapi/unknown-aspects.ts";

const operation = ["paths", "/a/{b}", "get"];

// The lint's tests of what is guessed have the others.
test.each<[id: string, path: Path, aspect: Aspect | undefined]>([
  ["a-prefix", operation, "prefix"],
  ["a-name", operation, undefined],
  ["a-payload", ["components", "pathItems", "A", "post"], "payload"],
  ["a-payload", ["webhooks", "ended", "post"], "payload"],
  ["a-payload", [...operation, "responses", "2XX"], undefined],
  ["b-origin", [...operation, "parameters", 0], "origin"],
  ["b-values-meaning", ["components", "schemas", "A", "properties", "b"], undefined],
])("the id %s at %j names the aspect %s", (id, path, aspect) => {
  expect(aspectOf(id, path)).toBe(aspect);
});
