import { expect, test } from "vitest";
import completeExamples from "../../../../scripts/lint/rules/complete-examples.ts";
import { contractWith, objectAt, token, tokens } from "../../contract-copy.ts";
import { expectRule, problemsOf } from "./expect-rule.ts";

const response = [...tokens, "responses", "2XX", "content", "application/json"] as const;
const place = "paths//api/v2/tokens/get/responses/2XX/content/application/json";

expectRule(completeExamples, [
  {
    name: "a response with two examples",
    edit: (contract) => delete objectAt(contract, ...response, "examples")["empty"],
    message: "A successful response needs at least three named examples.",
    at: place,
  },
  {
    name: "a first example without a field",
    edit: (contract) => {
      for (const index of [0, 1]) {
        delete objectAt(contract, ...response, "examples", "every-field", "value", "tokens", index)["userId"];
      }
    },
    message: "The first example must show every field. Missing: tokens[].userId.",
    at: place,
  },
  {
    name: "an example without a summary",
    edit: (contract) => delete objectAt(contract, ...response, "examples", "empty")["summary"],
    message: 'The example "empty" needs a summary.',
    at: place,
  },
  {
    name: "a field that only another level has",
    edit: (contract) => {
      const { value } = objectAt(contract, ...response, "examples", "every-field") as {
        value: Record<string, unknown>;
      };
      for (const index of [0, 1])
        delete objectAt(contract, ...response, "examples", "every-field", "value", "tokens", index)["userId"];
      value["userId"] = 1;
    },
    message: "The first example must show every field. Missing: tokens[].userId.",
    at: place,
  },
]);

/** A failure that says one thing. */
const failure = (examples: object) => ({
  description: "The token is missing.",
  content: {
    "application/json": {
      schema: { type: "object", properties: { error: { type: "string", description: "What is wrong." } } },
      examples,
    },
  },
});
const examples = { examples: { summary: "No token", value: { error: "Example" } } };

/** Documents a response by reference, for the given status. */
const withReference = (status: string, examples: object) =>
  contractWith((copy) => {
    Object.assign(copy.components.responses, { Shared: failure(examples) });
    Object.assign(objectAt(copy, ...tokens, "responses"), { [status]: { $ref: "#/components/responses/Shared" } });
  });

test.each<[name: string, edit: (operation: Record<string, unknown>) => void, inputs: string[]]>([
  ["a path value", (operation) => addInput(operation, { in: "path", name: "tokenId", required: true }), ["tokenId"]],
  ["a required header", (operation) => addInput(operation, { in: "header", name: "X-A", required: true }), ["X-A"]],
  ["an optional header", (operation) => addInput(operation, { in: "header", name: "X-A" }), []],
  [
    "a value with a default",
    (operation) => addInput(operation, { in: "query", name: "a", required: true, schema: { default: 1 } }),
    [],
  ],
  [
    "a value with an example",
    (operation) =>
      addInput(operation, { in: "query", name: "a", required: true, examples: { one: { summary: "One", value: 1 } } }),
    [],
  ],
])("an operation with %s needs an example of each required input", (_, edit, inputs) => {
  const contract = contractWith((copy) => edit(objectAt(copy, ...tokens)));
  expect(problemsOf(completeExamples, contract)).toEqual(
    inputs.map((input) => ({
      message: `The operation is called with "${input}" in samples and tests: give it an example.`,
      path: "paths//api/v2/tokens/get",
    })),
  );
});

const addInput = (operation: Record<string, unknown>, input: object) =>
  Object.assign(operation, { parameters: [{ schema: { type: "string" }, ...input }] });

test.each<[header: object, isReported: boolean]>([
  [{ required: true }, true],
  [{ required: true, example: "t=0" }, false],
  [{}, false],
])("a webhook whose header has %j is reported: %s", (fields, isReported) => {
  const parameters = [{ name: "X-Signature", in: "header", schema: { type: "string" }, ...fields }];
  const contract = contractWith((copy) => Object.assign(copy, { webhooks: { ended: { post: { parameters } } } }));
  const message = 'The mock sends "X-Signature" with every delivery: give it an example.';
  expect(problemsOf(completeExamples, contract)).toEqual(isReported ? [{ message, path: "webhooks/ended/post" }] : []);
});

test("a failure needs one example, also by reference", () => {
  const withFailure = (examples: object) =>
    contractWith((copy) => Object.assign(objectAt(copy, ...tokens, "responses"), { "401": failure(examples) }));
  const messages = [
    withFailure(examples),
    withFailure({}),
    withReference("401", examples),
    withReference("401", {}),
  ].map((contract) => problemsOf(completeExamples, contract).map(({ message }) => message));
  const lacking = [
    "A failure of known shape needs a named example.",
    "The first example must show every field. Missing: error.",
  ];
  expect(messages).toEqual([[], lacking, [], lacking]);
});

test("a success by reference needs three examples", () => {
  expect(problemsOf(completeExamples, withReference("201", examples))).toEqual([
    {
      message: "A successful response needs at least three named examples.",
      path: "components/responses/Shared/content/application/json",
    },
  ]);
});

test("a schema that contains itself is visited once", () => {
  const itself = contractWith((contract) =>
    Object.assign(objectAt(contract, ...token), { parent: { $ref: "#/components/schemas/Token" } }),
  );
  expect(problemsOf(completeExamples, itself).map(({ message }) => message)).toEqual([
    "The first example must show every field. Missing: tokens[].parent.",
  ]);
});

const string = { type: "string", description: "Added." };

test.each<[name: string, schema: object]>([
  ["that may only be sent", { ...string, writeOnly: true }],
  [
    "that may only be sent, with all that it contains",
    { type: "object", properties: { inner: string }, writeOnly: true },
  ],
  ["that by reference may only be sent", { $ref: "#/components/schemas/Secret" }],
])("no example needs a field %s", (_, schema) => {
  const contract = contractWith((copy) => {
    Object.assign(copy.components.schemas, { Secret: { ...string, writeOnly: true } });
    Object.assign(objectAt(copy, ...token), { added: schema });
  });
  expect(problemsOf(completeExamples, contract)).toEqual([]);
});

test.each([
  ["`not`", { not: { required: ["a", "b"] } }],
  ["`oneOf`", { oneOf: [{ required: ["a"] }, { required: ["b"] }] }],
])("fields that exclude each other by %s are shown by the examples together", (_, exclusion) => {
  const messagesFor = (second: object) => {
    const contract = contractWith((copy) => {
      const values = [{ a: 1 }, second, { a: 2 }];
      Object.assign(objectAt(copy, ...response), {
        schema: { type: "object", properties: { a: { type: "integer" }, b: { type: "integer" } }, ...exclusion },
        examples: Object.fromEntries(values.map((value, index) => [`e${index}`, { summary: "Example", value }])),
      });
    });
    return problemsOf(completeExamples, contract).map(({ message }) => message);
  };
  expect(messagesFor({ b: 1 })).toEqual([]);
  expect(messagesFor({ a: 3 })).toEqual(["The examples must show every field. Missing: b."]);
});
