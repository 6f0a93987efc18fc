import { expect, test } from "vitest";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";

test.each<[string, object, string, boolean]>([
  [
    "by its area",
    { Authorization: [{ method: "GET", name: "Read", operationId: "read" }] },
    "/things",
    true,
  ],
  [
    "by its name",
    { Other: [{ method: "GET", name: "Read a token", operationId: "read" }] },
    "/things",
    true,
  ],
  ["by its path", {}, "/api-keys", true],
  [
    "no more than its words do",
    { Other: [{ method: "GET", name: "List authors", operationId: "read" }] },
    "/authors",
    false,
  ],
])("an operation deals in tokens %s", (_, index, path, dealsInTokens) => {
  const document = {
    "x-operation-index": index,
    paths: { [path]: { get: { operationId: "read", responses: {} } } },
  };
  expect(createVerifiableContract(document).operations["read"]).toMatchObject({ dealsInTokens });
});
