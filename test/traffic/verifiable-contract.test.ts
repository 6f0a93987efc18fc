import { expect, test } from "vitest";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";

test.each([
  ["without security, like the whole contract", {}, false, false],
  ["with security", { security: [{ token: [] }] }, true, true],
  ["with a choice of tokens", { security: [{ token: [] }, { key: [] }] }, true, true],
  ["that takes a token or nothing", { security: [{ token: [] }, {}] }, true, false],
  ["whose security is an empty list", { security: [] }, false, false],
])(
  "an operation %s takes a token as the client sends it",
  (_, operationFields, takesToken, requiresToken) => {
    const get = { operationId: "readThings", responses: {}, ...operationFields };
    const { operations } = createVerifiableContract({ paths: { "/things": { get } } });
    expect(operations["readThings"]).toMatchObject({ takesToken, requiresToken });
  },
);

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

test.each([
  ["any value, described", { description: "Any", "x-not-shown": { shape: "Shape" } }, true],
  ["any value, by reference", { $ref: "#/components/schemas/Any" }, true],
  ["an object", { type: "object" }, false],
])("a schema that allows %s is open if it rules no value out", (_, schema, isOpen) => {
  const components = { schemas: { Any: { title: "Any" } } };
  const { readSchema } = createVerifiableContract({ paths: {}, components });
  expect(readSchema(schema)).toMatchObject({ isOpen });
});
