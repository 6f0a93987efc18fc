import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { expect, test } from "vitest";
import { writeBody } from "../../src/client/bodies.ts";
import { describeArguments } from "../../src/mcp/server.ts";
import { toolArgumentsOf } from "../../src/mcp/tool-arguments.ts";
import { operationsOf } from "../../src/openapi/operations.ts";

const string = { type: "string" };
const schemas = {
  Kind: { enum: ["a", "b"] },
  Free: { type: "object", additionalProperties: string },
};
const [kind, free] = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));

function readArguments(fields: object, row?: Parameters<typeof toolArgumentsOf>[3]) {
  const get = { operationId: "getWebhookRelay", responses: {}, ...fields };
  const contract = { paths: { "/parcels/{id}": { get } }, components: { schemas } };
  const [operation = expect.unreachable()] = operationsOf(contract);
  return toolArgumentsOf(contract, operation, {}, row);
}

/** Returns which values a schema accepts. */
const accepts = (schema: unknown, values: readonly unknown[]) => {
  const check = new AjvJsonSchemaValidator().getValidator(schema as object);
  return values.filter((value) => check(value).valid);
};

const id = { name: "id", in: "path", required: true, schema: string };
const queryOf = (name: string, schema: unknown = string) => ({ name, in: "query", schema });
const bodyOf = (type: string, required?: boolean) => {
  return {
    requestBody: { required, content: { "multipart/form-data": {}, [type]: { schema: string } } },
  };
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
    "a required JSON body",
    bodyOf("application/json", true),
    ["body"],
    [{ body: "b" }],
    [{ body: 1 }, {}],
  ],
  [
    "an optional JSON body",
    bodyOf("application/json"),
    ["body"],
    [{ body: "b" }, {}],
    [{ body: 1 }],
  ],
  ["a text", bodyOf("text/plain", true), ["body"], [{ body: "b" }], [{}]],
  [
    "of the schema of a parameter's content",
    {
      parameters: [
        {
          name: "q",
          in: "query",
          content: { "application/json": { schema: { type: "integer" } } },
        },
      ],
    },
    ["q"],
    [{ q: 1 }],
    [{ q: "x" }],
  ],
  ["without free-form inputs", { parameters: [queryOf("q", free)] }, [], [{}], [{ q: {} }]],
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
  const { schema } =
    readArguments({ parameters: [{ ...queryOf("q"), description: "Words." }] }) ?? {};
  expect(schema).toMatchObject({ properties: { q: { type: "string", description: "Words." } } });
});

test("an operation that needs a file, or two of whose arguments share a name, has no tool", () => {
  const requestBody = {
    required: true,
    content: { "multipart/form-data": { schema: { type: "object" } } },
  };
  expect(readArguments({ requestBody })).toBeUndefined();
  expect(readArguments({ parameters: [id, queryOf("id")] })).toBeUndefined();
});

test("arguments reach the client in the order of its method, and inputs by its names", () => {
  const cookie = { name: "c", in: "cookie", schema: string };
  const header = { name: "X-Kind", in: "header", schema: string };
  const parameters = [id, cookie, queryOf("page-size"), header];
  const row = {
    method: "POST",
    path: "/parcels/{id}",
    repeatable: false,
    body: writeBody,
  };
  const inputs = ["c", "pageSize", "xKind"];
  const callWith = (spec: object, input: object) =>
    readArguments({ parameters, ...bodyOf("application/json") }, { ...row, ...spec })?.toCall({
      ...{ id: "1", body: "b" },
      ...input,
    });
  const values = { "page-size": "2", "X-Kind": "k" };
  expect(callWith({ inputs }, values)).toEqual(["1", "b", { pageSize: "2", xKind: "k" }]);
  expect(callWith({}, {})).toEqual(["1", "b"]);
});

test("what is said of invalid arguments has the schemas that theirs refer to", () => {
  const inputSchema = readArguments({ parameters: [{ ...id, schema: kind }] })?.schema ?? {};
  expect(describeArguments({ inputSchema }, { id: "c" }, "data/id must be one of these")).toBe(
    'Invalid arguments: data/id must be one of these. Allowed: {"id":{"$ref":"#/$defs/Kind"}}, ' +
      'with $defs {"Kind":{"enum":["a","b"]}}.',
  );
});
