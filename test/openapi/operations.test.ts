import { expect, test } from "vitest";
import type { Operation } from "../../src/openapi/operation.ts";
import { operationsOf, webhooksOf } from "../../src/openapi/operations.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";

const component = (pointer: string) => ({ $ref: `#/components/${pointer}` });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const token = { type: "apiKey", in: "query", name: "token" };
const newBody = {
  required: true,
  content: { "application/json": { schema: component("schemas/Tokens") } },
};
const components = {
  parameters: { Id: id, Same: component("parameters/Id") },
  responses: {
    Tokens: {
      description: "Tokens.",
      content: { "application/json": component("mediaTypes/Tokens") },
    },
    Alias: component("responses/Tokens"),
    Counted: { headers: { "X-Total": component("headers/Total") } },
  },
  mediaTypes: {
    Tokens: {
      schema: component("schemas/Tokens"),
      examples: { empty: component("examples/Empty") },
    },
  },
  examples: { Empty: { value: [] } },
  headers: {
    Total: { schema: { type: "integer" }, examples: { none: component("examples/Empty") } },
  },
  schemas: { Tokens: { type: "array" } },
  requestBodies: { New: newBody },
  securitySchemes: { Token: token, Alias: component("securitySchemes/Token") },
  pathItems: { Hook: { post: { requestBody: component("requestBodies/New") } } },
};
const page = { name: "page", in: "query", schema: { type: "integer" } };
const pageHeader = { name: "X-Page", in: "header" };
const servers = [{ url: "https://example.com" }];
const operationOf = (item: object, root: object = {}): Operation =>
  operationsOf({ paths: { "/a/{id}": item }, components, ...root })[0] ?? expect.unreachable();

test("an operation has what its path shares, which its own parameters and servers replace", () => {
  const item = { parameters: [component("parameters/Same"), page, pageHeader], servers };
  const own = [
    { ...page, required: true },
    { ...pageHeader, name: "x-page" },
    component("parameters/None"),
  ];
  const get = operationOf({ ...item, get: { parameters: own } });
  const parameters = [id, { ...page, required: true }, { ...pageHeader, name: "x-page" }];
  expect(get).toMatchObject({
    method: "GET",
    path: "/a/{id}",
    keys: ["paths", "/a/{id}", "get"],
    parameters: parameters.map((node) => ({ name: node.name, in: node.in, node })),
  });
  expect(get.node).toEqual({ parameters, servers, responses: {} });
  expect(get.unresolved).toEqual({ parameters: [...item.parameters, ...own] });
  const withServers = operationOf({ ...item, parameters: [], get: { servers: [] } });
  expect(withServers.node).toEqual({ servers: [], responses: {} });
});

test("an operation has its body and responses with references resolved but in schemas, successes first", () => {
  const declared = {
    default: {},
    401: {},
    200: component("responses/Alias"),
    "2XX": component("responses/Counted"),
  };
  const responses = { ...declared, "x-more": {} };
  const post = operationOf({ post: { requestBody: component("requestBodies/New"), responses } });
  const content = {
    "application/json": { schema: component("schemas/Tokens"), examples: { empty: { value: [] } } },
  };
  const header = { schema: { type: "integer" }, examples: { none: { value: [] } } };
  // JavaScript lists numbers first.
  const nodes = [
    ["200", { description: "Tokens.", content }],
    ["2XX", { headers: { "X-Total": header } }],
    ["401", {}],
    ["default", {}],
  ];
  expect(post.responses.map(({ code, node }) => [code, node])).toEqual(nodes);
  expect(post.node["responses"]).toEqual({ ...Object.fromEntries(nodes), "x-more": {} });
  expect(post.body).toMatchObject({ required: true, node: newBody });
  expect(post.unresolved).toEqual({ requestBody: component("requestBodies/New"), responses });
});

test.each([
  [undefined, [{ Alias: token }]],
  [[], []],
  [
    [{}, { Token: [], None: [] }],
    [{}, { Token: token, None: {} }],
  ],
])(
  "an operation with the security %j has its schemes, or those of the document",
  (security, schemes) => {
    const item = { get: security === undefined ? {} : { security } };
    expect(operationOf(item, { security: [{ Alias: [] }] }).schemes).toEqual(schemes);
    expect(operationOf({ get: {} }).schemes).toEqual([]);
  },
);

test("every method of OpenAPI is read, and no extension of the paths", () => {
  const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
  const item = Object.fromEntries(methods.toReversed().map((method) => [method, {}]));
  const paths = {
    "/a": component("pathItems/Hook"),
    "/b": { ...item, summary: "All.", "x-c": {} },
    "x-d": { get: {} },
  };
  const operations = operationsOf({ paths, components });
  expect(operations.map(({ method }) => method.toLowerCase())).toEqual(["post", ...methods]);
  expect(webhooksOf({ webhooks: { "x-delivered": { post: {} } } })).toHaveLength(1);
});

test.each([
  {},
  { paths: null },
  { paths: [] },
  { paths: { "/a": null, "/b": { get: 1, post: [] } } },
  [],
])("%j has no operations, and the same list each time", (document) => {
  expect(operationsOf(document)).toEqual([]);
  expect(operationsOf(document)).toBe(operationsOf(document));
});

test("a webhook has its name, and its body with references resolved", () => {
  const webhooks = webhooksOf({
    webhooks: { created: component("pathItems/Hook") },
    components,
  });
  const keys = ["webhooks", "created", "post"];
  expect(webhooks).toMatchObject([
    { name: "created", method: "POST", keys, body: { node: newBody } },
  ]);
});

test("callbacks are webhooks, after those of the document; a taken name is preceded by the operation's id", () => {
  const onUrl = (summary: string) => ({ "{$request.body#/url}": { post: { summary } } });
  const called = { done: onUrl("A"), ended: onUrl("B"), failed: component("callbacks/Failed") };
  const document = {
    webhooks: { ended: { post: {} } },
    paths: {
      "/a": { post: { operationId: "call", callbacks: called } },
      "/b": { post: { operationId: "queue", callbacks: { done: onUrl("C") } } },
    },
    components: { callbacks: { Failed: onUrl("D") } },
  };
  const keysOf = (path: string, name: string) => [
    "paths",
    path,
    "post",
    "callbacks",
    name,
    "{$request.body#/url}",
    "post",
  ];
  expect(webhooksOf(document).map(({ name, node, keys }) => [name, node["summary"], keys])).toEqual(
    [
      ["ended", undefined, ["webhooks", "ended", "post"]],
      ["call.done", "A", keysOf("/a", "done")],
      ["call.ended", "B", keysOf("/a", "ended")],
      ["failed", "D", keysOf("/a", "failed")],
      ["queue.done", "C", keysOf("/b", "done")],
    ],
  );
});

test("callbacks of one name are numbered", () => {
  const callback = {
    "{$request.body#/url}": { post: {}, put: {} },
    "{$request.query.url}": { post: {} },
  };
  const document = {
    paths: { "/a": { post: { operationId: "call", callbacks: { done: callback } } } },
  };
  expect(webhooksOf(document).map(({ name }) => name)).toEqual([
    "call.done",
    "call.done2",
    "call.done3",
  ]);
});

test("a success is 200, another 2xx or 2XX", () => {
  expect(["200", "2XX", "2xx", "302", "default"].map(isSuccessStatus)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
