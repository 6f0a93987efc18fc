import { expect, test } from "vitest";
import { completeExamples } from "../../../../scripts/lint/rules/complete-examples.ts";
import { at, contractWith, token, tokens } from "../../contract-copy.ts";
import { expectRule } from "./expect-rule.ts";

const response = [...tokens, "responses", "2XX", "content", "application/json"] as const;
const place = "paths//api/v2/tokens/get/responses/2XX/content/application/json";

expectRule(completeExamples, [
  {
    name: "a response with two examples",
    edit: (contract) => delete at(contract, ...response, "examples")["empty"],
    message: "A response needs at least three named examples.",
    at: place,
  },
  {
    name: "a first example that lacks a field",
    edit: (contract) => {
      for (const index of [0, 1]) {
        delete at(contract, ...response, "examples", "every-field", "value", "tokens", index)["userId"];
      }
    },
    message: "The first example must show every field; it lacks tokens[].userId.",
    at: place,
  },
  {
    name: "an example without a summary",
    edit: (contract) => delete at(contract, ...response, "examples", "empty")["summary"],
    message: 'The example "empty" needs a summary.',
    at: place,
  },
  {
    name: "a field that only another level has",
    edit: (contract) => {
      const { value } = at(contract, ...response, "examples", "every-field") as { value: Record<string, unknown> };
      for (const index of [0, 1])
        delete at(contract, ...response, "examples", "every-field", "value", "tokens", index)["userId"];
      value["userId"] = 1;
    },
    message: "The first example must show every field; it lacks tokens[].userId.",
    at: place,
  },
]);

test("a schema that holds itself is looked at once", () => {
  const itself = contractWith((contract) =>
    Object.assign(at(contract, ...token), { parent: { $ref: "#/components/schemas/Token" } }),
  );
  expect(completeExamples(itself).map(({ message }) => message)).toEqual([
    "The first example must show every field; it lacks tokens[].parent.",
  ]);
});
