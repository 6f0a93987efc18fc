import { expect, test } from "vitest";
import type { Operation, Schema } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { formTextsOf } from "../../scripts/docs/html/playground.ts";
import { writeCall } from "../../scripts/docs/samples/client.ts";
import { samplesOf } from "../../scripts/docs/samples/languages.ts";
import { createCall } from "../../scripts/docs/samples/request.ts";
import { contractWith } from "../scripts/contract-copy.ts";

/**
 * Creates the call of an operation whose path value, query and body have a schema, or a body of another type.
 * @param example The example of the optional input.
 */
function callOf(schema: object, content: object = { "application/json": { schema } }, example: object = {}) {
  const contract = contractWith((copy) => {
    copy.components.schemas = {
      Kind: { enum: ["first", "second"] } as unknown as Schema,
      Tree: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
    };
    const field = { description: "", required: true, schema };
    const operation = {
      operationId: "fill",
      parameters: [
        { ...field, in: "query", name: "field" },
        { ...field, in: "path", name: "id" },
        { ...field, in: "query", name: "optional", required: false, ...example },
      ],
      requestBody: { required: true, content },
      responses: { "200": { description: "" } },
    };
    copy.paths = { "/api/v2/fill/{id}": { post: operation as unknown as Operation } };
  });
  return createCall(contract, pathOperations(contract)[0] ?? expect.unreachable());
}

test.each<[words: string, schema: object, value: unknown]>([
  ["an example", { type: "integer", examples: [7, 8], default: 9 }, 7],
  ["a default", { type: "integer", default: 0 }, 0],
  ["a constant", { const: "only" }, "only"],
  ["the first of a closed list", { $ref: "#/components/schemas/Kind" }, "first"],
  ["an example of items", { type: "array", minItems: 1, items: { type: "integer", examples: [7] } }, [7]],
  ["an example of a list", { type: "array", items: { type: "string" }, examples: [["a", "b"]] }, ["a", "b"]],
  ["a constant of an alternative", { anyOf: [{ type: "string" }, { const: "admin" }] }, "admin"],
  ["an example of an alternative", { oneOf: [{ type: "array", items: { examples: [1] } }, { type: "null" }] }, [1]],
  ["examples of all required fields", { required: ["a"], properties: { a: { examples: [1] }, b: {} } }, { a: 1 }],
])("a sample has the value that a schema states as %s", (_, schema, value) => {
  const { parameters, body, missingValues } = callOf(schema);
  expect(parameters.map((parameter) => parameter.value)).toEqual([value, value, undefined]);
  expect([body?.value, missingValues]).toEqual([value, []]);
});

test.each<[words: string, schema: object]>([
  ["a type", { type: "integer", minimum: 3 }],
  ["a list of which too little is known", { type: "array", minItems: 2, items: { examples: [1] } }],
  ["a list within itself", { $ref: "#/components/schemas/Tree" }],
  ["parts of a whole", { allOf: [{ type: "object" }], required: ["a"], properties: { a: { examples: [1] } } }],
  ["a pattern", { type: "string", pattern: "^[A-Z]{3}$" }],
  ["fields", { type: "object", required: ["name"], properties: { name: { type: "string" } } }],
])("no value is made up from %s: the samples say what to replace, and the playground is empty", (_, schema) => {
  const call = callOf(schema);
  expect(call.missingValues).toEqual(["id", "field", "body"]);
  for (const { code } of samplesOf(call)) {
    expect(code.match(/(?<=^(?:#|\/\/) Replace \{)\w+/gm)).toEqual(["id", "field", "body"]);
    const statements = code.replaceAll(/^(#|\/\/).*\n/gm, "");
    for (const name of call.missingValues) expect(statements).toContain(`{${name}}`);
  }
  expect(formTextsOf(call)).toEqual({ values: ["", "", ""], body: "" });
});

test("the inputs of a call are marked for the compiler if the value of any of them is missing", () => {
  const { parameters, ...call } = callOf({ type: "integer" });
  const inputs = parameters.map((input) => (input.name === "optional" ? { ...input, value: 1 } : input));
  expect(writeCall({ ...call, parameters: inputs }).code).toMatch(/\{ .*field: .*optional: 1.* \} as never/);
});

test("an object isn't written as XML: samples and the playground have no value of the body", () => {
  const example = { first: { summary: "First", value: { name: "A" } } };
  const call = callOf({ default: "a" }, { "application/xml": { schema: {}, examples: example } });
  expect(call.missingValues).toEqual(["body"]);
  for (const { code } of samplesOf(call)) expect(code).not.toContain("[object");
  expect(formTextsOf(call).body).toBe("");
});

test.each([{ example: 7 }, { examples: { seven: { summary: "Seven", value: 7 } } }])(
  "an optional input with %o is sent",
  (example) => {
    const { parameters } = callOf({ type: "integer" }, {}, example);
    expect(parameters.at(-1)).toMatchObject({ name: "optional", value: 7 });
  },
);

test("a request that only has an address is sent without options by fetch", () => {
  const contract = contractWith((copy) => {
    copy.paths = { "/read": { get: { operationId: "read", responses: {} } as unknown as Operation } };
  });
  const samples = samplesOf(createCall(contract, pathOperations(contract)[0] ?? expect.unreachable()));
  expect(samples.find(({ label }) => label === "fetch")?.code).toContain("await fetch(url);");
});

test("the playground has a body as its reader would write it: JSON on several lines, a text unchanged", () => {
  const call = { ...callOf({}), missingValues: [] };
  expect(formTextsOf({ ...call, body: { type: "application/json", value: { a: 1 } } }).body).toBe('{\n  "a": 1\n}');
  expect(formTextsOf({ ...call, body: { type: "text/csv", value: "a,b" } }).body).toBe("a,b");
});
