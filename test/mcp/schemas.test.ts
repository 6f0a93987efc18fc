import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { expect, test } from "vitest";
import { outputSchemaOf, toolArgumentsOf } from "../../src/mcp/schemas.ts";
import { pathOperations } from "../../src/openapi/operations.ts";

const string = { type: "string" };
const schemas = {
  Kind: { enum: ["a", "b"] },
  Free: { type: "object", additionalProperties: string },
  Tree: {
    type: "object",
    properties: { label: string, children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
  },
};
const [kind, free, tree] = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));

function readOperation(fields: object) {
  const contract = {
    "x-not-shown": { "field-presence": "Presence" },
    paths: { "/parcels/{id}": { get: { operationId: "getWebhookRelay", responses: {}, ...fields } } },
    components: { schemas },
  };
  const [pathOperation = expect.unreachable()] = pathOperations(contract);
  return { contract, pathOperation };
}

function readArguments(fields: object, row?: Parameters<typeof toolArgumentsOf>[3]) {
  const { contract, pathOperation } = readOperation(fields);
  return toolArgumentsOf(contract, pathOperation, {}, row);
}

/** Returns which values a schema accepts. */
const accepts = (schema: unknown, values: readonly unknown[]) => {
  const check = new AjvJsonSchemaValidator().getValidator(schema as object);
  return values.filter((value) => check(value).valid);
};

const id = { name: "id", in: "path", required: true, schema: string };
const queryOf = (name: string, schema: unknown = string) => ({ name, in: "query", schema });
const bodyOf = (type: string, required?: boolean) => {
  return { requestBody: { required, content: { "multipart/form-data": {}, [type]: { schema: string } } } };
};

test.each<[string, object, names: string[], valid: object[], invalid: object[]]>([
  [
    "flat, with their schemas by reference",
    { parameters: [{ ...id, schema: kind }, queryOf("kind", kind)] },
    ["id", "kind"],
    [{ id: "a" }, { id: "a", kind: "b" }],
    [{ id: "c" }, { kind: "a" }, { id: "a", more: 1 }],
  ],
  [
    "preceded by their location if two share a name",
    { parameters: [id, queryOf("id"), queryOf("kind")] },
    ["path_id", "query_id", "kind"],
    [{ path_id: "1" }, { path_id: "1", query_id: "2" }],
    [{ id: "1" }, { query_id: "1" }],
  ],
  ["a required JSON body", bodyOf("application/json", true), ["body"], [{ body: "b" }], [{ body: 1 }, {}]],
  ["an optional JSON body", bodyOf("application/json"), ["body"], [{ body: "b" }, {}], [{ body: 1 }]],
  ["a form", bodyOf("application/x-www-form-urlencoded", true), ["body"], [{ body: "b" }], [{}]],
  ["a text", bodyOf("text/plain", true), ["body"], [{ body: "b" }], [{}]],
  [
    "of the schema of a parameter's content",
    { parameters: [{ name: "q", in: "query", content: { "application/json": { schema: { type: "integer" } } } }] },
    ["q"],
    [{ q: 1 }],
    [{ q: "x" }],
  ],
  ["without free-form inputs", { parameters: [queryOf("q", schemas.Free)] }, [], [{}], [{ q: {} }]],
  ["without free-form inputs by reference", { parameters: [queryOf("q", free)] }, [], [{}], [{ q: {} }]],
  ["without inputs of any object", { parameters: [queryOf("q", { type: "object" })] }, [], [{}], [{ q: {} }]],
  [
    "the declared properties of free-form inputs",
    { parameters: [queryOf("range", { ...schemas.Free, properties: { from: string } })] },
    ["range"],
    [{ range: { from: "x" } }],
    [{ range: { guessed: "x" } }],
  ],
])("arguments are %s", (_, fields, names, valid, invalid) => {
  const schema = readArguments(fields)?.schema;
  expect(Object.keys(schema?.["properties"] as object)).toEqual(names);
  expect(accepts(schema, [...valid, ...invalid])).toEqual(valid);
});

test("an argument has the description of its parameter", () => {
  const { schema } = readArguments({ parameters: [{ ...queryOf("q"), description: "Words." }] }) ?? {};
  expect(schema).toMatchObject({ properties: { q: { type: "string", description: "Words." } } });
});

test("an operation that needs a file has no tool", () => {
  const requestBody = { required: true, content: { "multipart/form-data": { schema: { type: "object" } } } };
  expect(readArguments({ requestBody })).toBeUndefined();
});

test("arguments reach the client in the order of its method, and inputs by its names", () => {
  const header = { name: "X-Kind", in: "header", schema: string };
  const parameters = [id, queryOf("page-size"), queryOf("id"), header];
  const row = { method: "POST", path: "/parcels/{id}", repeatable: false, body: ["application/json"] };
  const inputs = ["pageSize", "id", "xKind"];
  const callWith = (spec: object, input: object) =>
    readArguments({ parameters, ...bodyOf("application/json") }, { ...row, ...spec })?.toCall({
      path_id: "1",
      body: "b",
      ...input,
    });
  const values = { "page-size": "2", query_id: "3", "X-Kind": "k" };
  expect(callWith({ inputs }, values)).toEqual(["1", "b", { pageSize: "2", id: "3", xKind: "k" }]);
  expect(callWith({ inputs, bodyLast: true }, { "X-Kind": "k" })).toEqual(["1", { xKind: "k" }, "b"]);
  expect(callWith({}, {})).toEqual(["1", "b"]);
});

const jsonOf = (schema: unknown) => ({ content: { "application/json": { schema } } });

function outputOf(responses: object) {
  const { contract, pathOperation } = readOperation({ responses });
  return outputSchemaOf(contract, pathOperation);
}

test("an output schema declares an object's shape, recursion included, and each field may be absent or null", () => {
  const schema = outputOf({ 200: jsonOf(tree) });
  expect(schema).toMatchObject({ type: "object" });
  const valid = [{}, { label: null }, { label: "<MASKED>" }, { children: [{ label: "x" }] }];
  expect(accepts(schema, [...valid, { children: [{ label: 1 }] }])).toEqual(valid);
});

test("an output schema accepts each alternative of a field, whatever its values are", () => {
  const alternatives = { oneOf: [{ enum: ["a"], type: "string" }, { type: "integer" }] };
  const schema = outputOf({ 200: jsonOf({ type: "object", properties: { kind: alternatives } }) });
  expect(accepts(schema, [{ kind: "<MASKED>" }, { kind: 1 }, { kind: [] }])).toEqual([
    { kind: "<MASKED>" },
    { kind: 1 },
  ]);
});

test.each([
  ["a success without a body", { 200: jsonOf(tree), 204: {} }],
  ["two successes with different bodies", { 200: jsonOf(tree), 202: jsonOf({ type: "object" }) }],
  ["a body of unknown shape", { 200: jsonOf({}) }],
  ["a list", { 200: jsonOf({ type: "array" }) }],
])("%s has no output schema", (_, responses) => {
  expect(outputOf(responses)).toBeUndefined();
});
