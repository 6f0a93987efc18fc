import { expect, test } from "vitest";
import type { JsonObject } from "../../src/openapi/json.ts";
import { createGenerators } from "../../src/schemas/generate.ts";
import { createCompilers } from "../../src/schemas/validators.ts";

const compilers = await createCompilers({});
const generators = createGenerators({}, async (schema) => compilers.response(schema));
const generate = (schema: JsonObject) =>
  generators.generate({ schema, mediaType: "application/json" });

const string = (keywords: object) => ({ type: "string", ...keywords });

test.each<[schema: JsonObject, value: unknown]>([
  [string({ format: "date-time" }), "2019-08-24T14:15:22Z"],
  [string({ format: "email", maxLength: 10 }), "a@b.co"],
  [string({ format: "email", minLength: 20 }), "useraaaa@example.com"],
  [string({ format: "url" }), "http://example.com/"],
  [string({ format: "byte" }), "c3Ry0000"],
  [string({ format: "uuid" }), "497f6eca-6276-4993-bfeb-53cbbbba6f08"],
  [string({ format: "unknown", maxLength: 3 }), "str"],
  [string({ pattern: "^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$" }), "0aA00000000"],
  [string({ pattern: "^(?!0)\\d{2}$" }), "10"],
  [string({ pattern: "^\\p{Lu}[\\p{L} ]*\\p{Nd}$" }), "A0"],
  [string({ pattern: "^[а-я]{2}$" }), "аа"],
  [string({ pattern: "^[a-z0-9]+$", minLength: 32 }), "0".repeat(32)],
  [string({ pattern: "^[a-z0-9]{1,64}$", minLength: 32 }), "0".repeat(32)],
  [string({ pattern: "^[a-z]+(-[a-z]+)*$", minLength: 30, maxLength: 40 }), "a".repeat(30)],
  [string({ pattern: "^(\\d{3}-)*x$", minLength: 900, maxLength: 904 }), `${"000-".repeat(225)}x`],
  [string({ pattern: "^a", minLength: 5 }), "aaaaa"],
  [string({ pattern: "b|cd", minLength: 3, maxLength: 3 }), "cda"],
  [
    {
      type: "array",
      uniqueItems: true,
      minItems: 4,
      items: { type: "number", minimum: 0, maximum: 1 },
    },
    [0, 1, 2 / 3, 3 / 4],
  ],
  [{ oneOf: [{ type: "integer" }, { type: "number" }] }, 0.5],
  [{ oneOf: [{ type: "number", minimum: 3 }, { type: "integer" }] }, 0],
  [string({ pattern: "^[a-z]+$", example: "A1" }), "a"],
  [string({ pattern: "^(a|a)*$", example: `${"a".repeat(50)}!` }), ""],
  [string({ maxLength: 2, example: "abc" }), "st"],
  [{ type: "integer", minimum: 5, example: 1 }, 5],
  [{ type: "integer", exclusiveMaximum: 5, example: 5 }, 0],
  [{ allOf: [{ multipleOf: 4 }, { multipleOf: 6 }], type: "integer", minimum: 1, example: 6 }, 12],
  [{ type: "number", multipleOf: 0.1, example: 0.3 }, 0.3],
  [{ enum: ["a", "b"], example: "c" }, "a"],
])("the plain body of %j is %j", async (schema, value) => {
  expect(await generate(schema)).toEqual({ value });
});

test.each<[schema: JsonObject, problem: string]>([
  [string({ pattern: "^\\d{3}$", minLength: 5 }), "must NOT have fewer than 5 characters."],
  [
    { type: "array", minItems: 101, items: {} },
    "must NOT have fewer than 101 items. Generated lists end at 100 items, and texts at 10000 characters.",
  ],
])("of a body of %j, the problem is said: %s", async (schema, problem) => {
  const body = await generate(schema);
  expect(body.problem).toBe(`The generated body doesn't match its schema: ${problem}`);
});

test("no body is generated if a pattern takes forever to miss a text that is made for it", async () => {
  const { value, problem } = await generate(string({ pattern: "^(a+)+\\B$", minLength: 40 }));
  expect([value, problem]).toEqual([undefined, "No body can be generated from this schema."]);
});

test.each([
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "url"],
  ...["uri-reference", "uri-template", "iri", "iri-reference", "uuid", "json-pointer", "regex"],
  ...["idn-email", "idn-hostname", "relative-json-pointer", "json-pointer-uri-fragment", "byte"],
])("the plain body of a list of different strings of the format %s is valid", async (format) => {
  const list = { type: "array", uniqueItems: true, minItems: 20, items: string({ format }) };
  expect(await generate(list)).toEqual({ value: expect.any(Array) });
});

test.each([
  { pattern: "^[A-Z]{2}$" },
  { pattern: "^a+$" },
  { pattern: "^(north|south|east|west)$", minItems: 4 },
  { pattern: "^[a-z]+$", minLength: 8 },
  { maxLength: 6 },
  { maxLength: 1, minItems: 9 },
  { minLength: 10 },
])("the plain body of a list of different strings of %j is valid", async (keywords) => {
  const { minItems = 30, ...keys } = keywords as Record<string, unknown>;
  const list = { type: "array", uniqueItems: true, minItems, items: string(keys) };
  expect(await generate(list)).toEqual({ value: expect.any(Array) });
});
