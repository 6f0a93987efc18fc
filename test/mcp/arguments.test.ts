import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { expect, test } from "vitest";
import { createRedactor, MaskedTypeError } from "../../src/mcp/redact.ts";
import { outputSchemaOf, toolArgumentsOf } from "../../src/mcp/schemas.ts";
import { pathOperations } from "../../src/openapi/operations.ts";

const string = { type: "string" };
const kind = { $ref: "#/components/schemas/Kind" };
const freeForm = { type: "object", additionalProperties: string };

/** A contract with one operation. */
function contractWith(operation: object, schemas: object = {}) {
  const contract = {
    "x-not-shown": { "field-presence": "Presence" },
    paths: { "/parcels/{id}": { get: { operationId: "getWebhookRelay", responses: {}, ...operation } } },
    components: {
      schemas: {
        Kind: { enum: ["a", "b"] },
        Free: freeForm,
        Tree: {
          type: "object",
          properties: { label: string, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
        },
        ...schemas,
      },
      securitySchemes: { key: { type: "apiKey", in: "header", name: "accessCode" } },
    },
  };
  const [pathOperation] = pathOperations(contract);
  if (!pathOperation) throw new Error("No operation.");
  return { contract, pathOperation };
}

function argumentsOf(parameters: object[], operationFields: object = {}) {
  const { contract, pathOperation } = contractWith({ parameters, ...operationFields });
  const schema = toolArgumentsOf(contract, pathOperation)?.schema;
  const check = schema && new AjvJsonSchemaValidator().getValidator(schema as object);
  return { schema, accepts: (input: object) => check?.(input).valid };
}

test("arguments are flat, and their schemas may be references", () => {
  const { schema, accepts } = argumentsOf([
    { name: "id", in: "path", required: true, schema: kind },
    { name: "kind", in: "query", schema: kind },
  ]);
  expect(Object.keys((schema as { properties: object }).properties)).toEqual(["id", "kind"]);
  expect([{ id: "a" }, { id: "a", kind: "b" }, { id: "c" }, { kind: "a" }, { id: "a", more: 1 }].map(accepts)).toEqual([
    ...[true, true, false, false, false],
  ]);
});

test("two arguments of one name begin with their location", () => {
  const { schema, accepts } = argumentsOf([
    { name: "id", in: "path", required: true, schema: string },
    { name: "id", in: "query", schema: string },
    { name: "kind", in: "query", schema: string },
  ]);
  expect(Object.keys((schema as { properties: object }).properties)).toEqual(["path_id", "query_id", "kind"]);
  expect([{ path_id: "1" }, { path_id: "1", query_id: "2" }, { id: "1" }, { query_id: "1" }].map(accepts)).toEqual([
    ...[true, true, false, false],
  ]);
});

test("a tool passes a path value on to the client, even if an input has the same name", () => {
  const { contract, pathOperation } = contractWith({
    parameters: [
      { name: "type", in: "path", required: true, schema: string },
      { name: "type", in: "query", schema: string },
    ],
  });
  const toCall = toolArgumentsOf(contract, pathOperation)?.toCall;
  expect(toCall?.({ path_type: "sms", query_type: "x" })).toEqual(["sms"]);
});

test("a tool passes a body and inputs on in the order of the client's method, and inputs by the client's names", () => {
  const { contract, pathOperation } = contractWith({
    parameters: [
      { name: "id", in: "path", required: true, schema: string },
      { name: "page-size", in: "query", schema: string },
      { name: "id", in: "query", schema: string },
      { name: "X-Kind", in: "header", schema: string },
    ],
    requestBody: { required: true, content: { "application/json": { schema: string } } },
  });
  const row = { method: "POST", path: "/parcels/{id}", repeatable: false, body: ["application/json"] };
  const inputs = ["pageSize", "id", "xKind"];
  const callWith = (fields: object, input: object) =>
    toolArgumentsOf(contract, pathOperation, { ...row, ...fields })?.toCall({ path_id: "1", body: "b", ...input });
  expect(callWith({ inputs }, { "page-size": "2", query_id: "3", "X-Kind": "k" })).toEqual([
    ...["1", "b", { pageSize: "2", id: "3", xKind: "k" }],
  ]);
  expect(callWith({ inputs, bodyLast: true }, { "X-Kind": "k" })).toEqual(["1", { xKind: "k" }, "b"]);
  expect(callWith({}, {})).toEqual(["1", "b"]);
});

test.each(["application/json", "application/x-www-form-urlencoded", "text/plain"])(
  "a body of %s is an argument, required if the contract says so",
  (type) => {
    const content = { "multipart/form-data": {}, [type]: { schema: string } };
    const required = argumentsOf([], { requestBody: { required: true, content } }).accepts;
    expect([{ body: "b" }, { body: 1 }, {}].map(required)).toEqual([true, false, false]);
    expect(argumentsOf([], { requestBody: { content } }).accepts({})).toBe(true);
  },
);

test("a parameter of a media type is an argument by the schema of its content", () => {
  const content = { "application/json": { schema: { type: "integer" } } };
  const { accepts } = argumentsOf([{ name: "q", in: "query", content }]);
  expect([{ q: 1 }, { q: "x" }].map(accepts)).toEqual([true, false]);
});

test("an argument has the description of its parameter", () => {
  const { schema } = argumentsOf([{ name: "q", in: "query", description: "Words.", schema: string }]);
  expect(schema).toMatchObject({ properties: { q: { type: "string", description: "Words." } } });
});

test.each([
  ["inline", freeForm],
  ["by reference", { $ref: "#/components/schemas/Free" }],
  ["without a word about properties", { type: "object" }],
])("a free-form parameter, %s, has no argument, since its names are unknown", (_, schema) => {
  const { schema: argumentsSchema, accepts } = argumentsOf([{ name: "inputs", in: "query", schema }]);
  expect(argumentsSchema).toMatchObject({ properties: {} });
  expect([{}, { inputs: { a: "b" } }, { inputs: {} }].map(accepts)).toEqual([true, false, false]);
});

test("an exploded object has its declared properties as arguments", () => {
  const schema = { type: "object", properties: { from: string }, additionalProperties: string };
  const { accepts } = argumentsOf([{ name: "range", in: "query", schema }]);
  expect([{ range: { from: "x" } }, { range: { guessed: "x" } }].map(accepts)).toEqual([true, false]);
});

test("an operation that needs a file has no tool", () => {
  const requestBody = { required: true, content: { "multipart/form-data": { schema: { type: "object" } } } };
  expect(argumentsOf([], { requestBody }).schema).toBeUndefined();
});

const jsonContent = (schema: object) => ({ content: { "application/json": { schema } } });
const tree = { $ref: "#/components/schemas/Tree" };

test("an output schema declares an object's shape, recursion included, and each field may be absent or null", () => {
  const { contract, pathOperation } = contractWith({ responses: { 200: jsonContent(tree) } });
  const schema = outputSchemaOf(contract, pathOperation);
  const check = new AjvJsonSchemaValidator().getValidator(schema as object);
  expect(schema).toMatchObject({ type: "object" });
  expect(
    [{}, { label: null }, { children: [{ label: "x" }] }, { children: [{ label: 1 }] }].map(
      (value) => check(value).valid,
    ),
  ).toEqual([...[true, true, true, false]]);
});

test("an output schema accepts each alternative of a field", () => {
  const kind = { oneOf: [{ enum: ["a"], type: "string" }, { type: "integer" }] };
  const { contract, pathOperation } = contractWith({
    responses: { 200: jsonContent({ type: "object", properties: { kind } }) },
  });
  const check = new AjvJsonSchemaValidator().getValidator(outputSchemaOf(contract, pathOperation) as object);
  expect([{ kind: "<MASKED>" }, { kind: 1 }, { kind: [] }].map((value) => check(value).valid)).toEqual([
    ...[true, true, false],
  ]);
});

test.each([
  ["a success without a body", { 200: jsonContent(tree), 204: {} }],
  ["two successes with different bodies", { 200: jsonContent(tree), 202: jsonContent({ type: "object" }) }],
  ["a body of unknown shape", { 200: jsonContent({}) }],
  ["a list", { 200: jsonContent({ type: "array" }) }],
])("%s has no output schema", (_, responses) => {
  const { contract, pathOperation } = contractWith({ responses });
  expect(outputSchemaOf(contract, pathOperation)).toBeUndefined();
});

test.each<[string, object, unknown, unknown, number]>([
  [
    "a credential of the contract",
    { properties: { accessCode: string } },
    { accessCode: "s" },
    { accessCode: "<MASKED>" },
    0,
  ],
  ["a password", { properties: { p: { type: "string", format: "password" } } }, { p: "s" }, { p: "<MASKED>" }, 0],
  ["a map", freeForm, { a: "s", b: null }, { a: "<MASKED>", b: "<MASKED>" }, 0],
  [
    "a declared field with a secret's name",
    { properties: { apiKey: string, passwords: {}, nextToken: string } },
    { apiKey: "s", passwords: ["s"], nextToken: "c" },
    { apiKey: "<MASKED>", passwords: "<MASKED>", nextToken: "c" },
    0,
  ],
  [
    "no list with a secret's name whose items have a known shape",
    { properties: { tokens: { type: "array", items: tree } } },
    { tokens: [{ label: "x" }, { label: "y" }] },
    { tokens: [{ label: "x" }, { label: "y" }] },
    0,
  ],
  [
    "a map in addition to fields",
    { properties: { a: string }, additionalProperties: true },
    { a: "x", b: "s" },
    { a: "x", b: "<MASKED>" },
    0,
  ],
  ["a field by a pattern", { patternProperties: { "^x-": string } }, { "x-a": "x", b: "s" }, { "x-a": "x" }, 1],
  ["an undeclared field", { properties: { a: string } }, { a: "x", b: "s" }, { a: "x" }, 1],
  [
    "an undeclared field within a choice",
    { anyOf: [{ properties: { a: string } }, { properties: { b: string } }] },
    { a: "x", c: "s" },
    { a: "x" },
    1,
  ],
  [
    "an undeclared field within recursion",
    tree,
    { children: [{ children: [{ label: "x", c: "s" }] }] },
    { children: [{ children: [{ label: "x" }] }] },
    1,
  ],
  [
    "a URL in a text",
    { properties: { a: string } },
    { a: "see https://u:p@example.com/?k=s now" },
    { a: "see https://MASKED@example.com/?MASKED now" },
    0,
  ],
  ["a text that begins like a URL", { properties: { a: string } }, { a: "http://[s" }, { a: "<MASKED>" }, 0],
  [
    "parts of a URL, each by itself",
    { properties: { a: string } },
    { a: "https://u@h/x https://h/?k https://h/#f wss://h:1/p https://h" },
    { a: "https://MASKED@h/x https://h/?MASKED https://h/#MASKED wss://h:1/p https://h" },
    0,
  ],
  [
    "a URL without a scheme",
    { properties: { a: string, b: { type: "string", format: "uri-reference" } } },
    { a: "see //u:p@h/x?k, //h/x // and //[ or //[?k", b: "//h/x#f" },
    { a: "see //MASKED@h/x?MASKED //h/x // and //[ or <MASKED>", b: "//h/x#MASKED" },
    0,
  ],
  [
    "a text that should be a URL",
    { properties: { a: { type: "string", format: "uri" } } },
    { a: "u:p@example" },
    { a: "<MASKED>" },
    0,
  ],
  [
    "an unknown shape",
    {},
    { password: { a: "s" }, nextToken: "c", count: 5, list: [{ apiKey: "s" }] },
    { password: "<MASKED>", nextToken: "c", count: 5, list: [{ apiKey: "<MASKED>" }] },
    0,
  ],
  [
    "the token in a text and in names",
    { properties: { a: string }, additionalProperties: true },
    { a: "is 12345678", 12345678: "s" },
    { "<MASKED>": "<MASKED>", a: "<MASKED>" },
    0,
  ],
  [
    "URLs whose schemes end in many digits",
    { properties: { a: string, b: string } },
    { a: `x${"1".repeat(30)}://u:p@example.com`, b: "1.http://u:p@example.com/" },
    { a: `x${"1".repeat(9)}<MASKED>`, b: "1.http://MASKED@example.com/" },
    0,
  ],
  ["the token as a number", { properties: { a: { type: "integer" } } }, { a: 12345678 }, { a: "<MASKED>" }, 0],
])("the redactor masks or omits %s", (_, schema, response, value, omitted) => {
  const { contract } = contractWith({});
  expect(createRedactor(contract, schema, "12345678")(response)).toEqual({ value, omitted });
});

const password = { type: "string", format: "password" };
const secretList = { type: "array", items: { type: "object", properties: { password } } };

test.each<[string, object, unknown]>([
  ["an object in the place of a password", { properties: { password } }, { password: { inner: "s" } }],
  ["an object in the place of a credential", { properties: { accessCode: string } }, { accessCode: { inner: "s" } }],
  ["a list in the place of an entry of a map", freeForm, { a: ["s"] }],
  ["a text in the place of a map", { properties: { map: freeForm } }, { map: "s" }],
  ["a text in the place of an object with a password", { items: secretList.items }, ["s"]],
  ["a text in the place of an object with a credential", { type: "object", properties: { accessCode: string } }, "s"],
  ["a text in the place of an object with a secret's name", { type: "object", properties: { apiSecret: string } }, "s"],
  ["an object in the place of a list of objects with passwords", secretList, { password: "s" }],
  ["a list in the place of an object with a password", secretList, [[{ password: "s" }]]],
  ["a number in the place of a choice of masked shapes", { anyOf: [secretList, freeForm] }, 12],
])("the redactor rejects %s", (_, schema, response) => {
  const redact = createRedactor(contractWith({}).contract, schema, "12345678");
  expect(() => redact(response)).toThrow(MaskedTypeError);
});

test.each<[string, object, unknown]>([
  ["null in the place of a password's object", secretList, [null]],
  ["a text in the place of a number", { properties: { a: { type: "integer" } } }, { a: "x" }],
  ["an object in the place of a text", { properties: { a: string } }, { a: { b: 1 } }],
  ["an integer in the place of a number", { properties: { a: { type: "number" }, map: freeForm } }, { a: 1 }],
])("the redactor copies %s", (_, schema, response) => {
  expect(createRedactor(contractWith({}).contract, schema, "12345678")(response).value).toEqual(response);
});

test.each([
  [{ type: "http", scheme: "bearer" }, "Authorization"],
  [{ type: "apiKey", in: "header", name: "X-Access-Code" }, "x-access-code"],
  [{ type: "apiKey", in: "cookie", name: "sid" }, "sid"],
])("the redactor masks a response's field with the name of the credential %j", (scheme, field) => {
  const { contract } = contractWith({});
  const secured = { ...contract, components: { ...contract.components, securitySchemes: { key: scheme } } };
  const schema = { properties: { [field]: {}, accessCode: string } };
  expect(createRedactor(secured, schema, "12345678")({ [field]: { a: "s" }, accessCode: "x" }).value).toEqual({
    [field]: "<MASKED>",
    accessCode: "x",
  });
});

test("the redactor copies 100 levels, and no more", () => {
  const redact = createRedactor(contractWith({}).contract, {}, "12345678");
  const nest = (depth: number, wrap: (value: unknown) => unknown) =>
    Array.from({ length: depth }).reduce<unknown>((value) => wrap(value), 1);
  for (const wrap of [(value: unknown) => [value], (value: unknown) => ({ a: value })]) {
    expect(redact(nest(100, wrap)).value).toEqual(nest(100, wrap));
    expect(() => redact(nest(101, wrap))).toThrow(RangeError);
  }
});

test("the redactor processes a long word, which could be the scheme of a URL from any of its letters on", () => {
  const word = "x".repeat(250_000);
  const redact = createRedactor(contractWith({}).contract, {}, "12345678");
  expect(redact({ a: word, b: `${word}://u:p@example.com` })).toEqual({
    value: { a: word, b: `${word.slice(21)}<MASKED>` },
    omitted: 0,
  });
});

test("the redactor reads a schema as often at every level of a response, also if it refers to itself twice", () => {
  let readCount = 0;
  const createPart = () => ({
    get properties() {
      readCount++;
      return { child: { $ref: "#/components/schemas/Tree" } };
    },
  });
  const { contract } = contractWith({}, { Tree: { anyOf: [createPart(), createPart()] } });
  const redact = createRedactor(contract, { $ref: "#/components/schemas/Tree" }, "12345678");
  const countReads = (depth: number) => {
    readCount = 0;
    redact(Array.from({ length: depth }).reduce((child) => ({ child }), 1));
    return readCount;
  };
  expect(countReads(12)).toBeLessThan(3 * countReads(6));
});
