import { expect, test } from "vitest";
import { writeFixtures } from "../../../scripts/generate/servers/fixtures.ts";
import { contractWith, objectAt } from "../contract-copy.ts";

test("of two successes' examples with one name, a fixture is the first, as the servers' default is", () => {
  const response = (value: string) => ({
    description: "OK.",
    content: {
      "application/json": { schema: {}, examples: { same: { summary: "The same name", value } } },
    },
  });
  const contract = contractWith((copy) =>
    Object.assign(objectAt(copy, "paths"), {
      "/api/v2/added": {
        get: {
          operationId: "added",
          responses: { "200": response("first"), "202": response("second") },
        },
      },
    }),
  );
  expect(/get added\(\) \{\s+return \{\s+"same": (".*")/.exec(writeFixtures(contract))?.[1]).toBe(
    '"first"',
  );
});

test("a fixture of JSON or of a text has the type that its call returns, and one of bytes has none", () => {
  const types = ["application/json", "text/csv", "application/octet-stream"];
  const contract = contractWith((copy) => {
    for (const [index, type] of types.entries()) {
      const responses = { "200": { description: "OK.", content: { [type]: { schema: {} } } } };
      Object.assign(objectAt(copy, "paths"), {
        [`/added/${index}`]: { get: { operationId: `added${index}`, responses } },
      });
    }
  });
  const fixtures = writeFixtures(contract);
  const isTyped = types.map((_, index) => fixtures.includes(`satisfies Examples["added${index}"]`));
  expect(isTyped).toEqual([true, true, false]);
});
