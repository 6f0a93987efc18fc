import { expect, test } from "vitest";
import type { Schema } from "../../scripts/contract.ts";
import { createSampleValue } from "../../scripts/docs/samples/value.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const contract = contractWith((copy) => {
  copy.components.schemas = { Code: { type: "string", pattern: "^[A-Z]{3}$" } };
});

test.each<[schema: Schema, value: unknown]>([
  [{ type: "string" }, "example"],
  [{ type: "string", format: "date" }, "2026-01-01"],
  [{ type: "string", format: "uuid" }, "00000000-0000-4000-8000-000000000000"],
  [{ type: "string", format: "ipv4" }, "192.0.2.1"],
  [{ type: "string", format: "json-pointer" }, "/example"],
  [{ type: "string", format: "url" }, "https://example.com/"],
  [{ type: "string", format: "another" }, "example"],
  [{ type: "string", minLength: 10 }, "exampleexa"],
  [{ type: "string", maxLength: 3 }, "exa"],
  [{ type: "string", pattern: "amp" }, "example"],
  [{ type: "string", pattern: "^[0-9]{4}$" }, expect.stringMatching(/^[0-9]{4}$/)],
  [{ type: "string", pattern: "^[0-9]+$", minLength: 6 }, expect.stringMatching(/^[0-9]{6,}$/)],
  [{ $ref: "#/components/schemas/Code" }, expect.stringMatching(/^[A-Z]{3}$/)],
  [{ type: "integer" }, 1],
  [{ type: "integer", minimum: 5 }, 5],
  [{ type: "integer", exclusiveMinimum: 5 }, 6],
  [{ type: "integer", maximum: -2 }, -2],
  [{ type: "integer", exclusiveMaximum: 0 }, -1],
  [{ type: "integer", minimum: 11, multipleOf: 10 }, 20],
  [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ minimum: 3 }, 3],
  [{ allOf: [{ type: "string" }, { minLength: 8 }] }, "examplee"],
  [{ type: "array", minItems: 2, items: { type: "boolean" } }, [true, true]],
  [{ enum: ["first", "second"] }, "first"],
  [{ const: "only" }, "only"],
  [{ type: "integer", default: 7 }, 7],
  [{ type: ["null", "string"] }, null],
])("the sample value of %j is %j", (schema, value) => {
  expect(createSampleValue(contract, schema)).toEqual(value);
});

test("a pattern gives the same value each time", () => {
  const schema = { type: "string", pattern: "^[a-z0-9]{8,}$" };
  expect(createSampleValue(contract, schema)).toBe(createSampleValue(contract, schema));
});
