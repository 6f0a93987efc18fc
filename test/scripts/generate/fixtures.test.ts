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
