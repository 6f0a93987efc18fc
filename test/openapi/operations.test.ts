import { describe, expect, test } from "vitest";
import { pathOperations, webhookOperations } from "../../src/openapi/operations.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";

const componentReference = (pointer: string) => ({ $ref: `#/components/${pointer}` });
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const components = {
  parameters: { Id: id, Same: componentReference("parameters/Id") },
  responses: {
    Tokens: { description: "Tokens.", content: { "application/json": componentReference("mediaTypes/Tokens") } },
    Alias: componentReference("responses/Tokens"),
  },
  mediaTypes: {
    Tokens: { schema: componentReference("schemas/Tokens"), examples: { empty: componentReference("examples/Empty") } },
  },
  examples: { Empty: { value: [] } },
  headers: { Total: { schema: { type: "integer" }, examples: { none: componentReference("examples/Empty") } } },
  schemas: { Tokens: { type: "array" } },
  requestBodies: {
    New: { required: true, content: { "application/json": { schema: componentReference("schemas/Tokens") } } },
  },
  securitySchemes: {
    Token: { type: "apiKey", in: "query", name: "token" },
    Alias: componentReference("securitySchemes/Token"),
  },
};

const readOperations = (item: object, root: object = {}) =>
  pathOperations({ paths: { "/a/{id}": item }, components, ...root });
const [empty] = readOperations({ get: {} });

describe("an operation", () => {
  test("has its method in capitals, its path and its keys", () => {
    const pathOperationList = readOperations({ delete: {}, get: {}, summary: "An item.", "x-more": {} });
    expect(pathOperationList.map(({ method, path, keys }) => [method, path, keys])).toEqual([
      ["GET", "/a/{id}", ["paths", "/a/{id}", "get"]],
      ["DELETE", "/a/{id}", ["paths", "/a/{id}", "delete"]],
    ]);
  });

  test("is read for every method of OpenAPI", () => {
    const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
    const item = Object.fromEntries(methods.map((method) => [method, {}]));
    expect(readOperations(item).map(({ method }) => method.toLowerCase())).toEqual(methods);
  });

  test("is read from a path item by reference", () => {
    const document = {
      paths: { "/a": componentReference("pathItems/A") },
      components: { pathItems: { A: { get: { summary: "A" } } } },
    };
    expect(pathOperations(document)).toMatchObject([{ path: "/a", operation: { summary: "A" } }]);
  });

  test("isn't read from an extension of the paths", () => {
    expect(pathOperations({ paths: { "x-drafts": { get: {} } } })).toEqual([]);
    expect(webhookOperations({ webhooks: { "x-delivered": { post: {} } } })).toHaveLength(1);
  });

  test("has its header in place of its path's, in any case", () => {
    const [operation] = readOperations({
      parameters: [{ name: "X-Page", in: "header" }],
      get: { parameters: [{ name: "x-page", in: "header", required: true }] },
    });
    expect(operation?.parameters).toEqual([{ name: "x-page", in: "header", required: true }]);
  });

  test("has no parameters, responses and credentials if it declares none", () => {
    expect(empty).toMatchObject({ parameters: [], responses: [], security: [], operation: { responses: {} } });
    expect(empty?.operation).not.toHaveProperty("parameters");
    expect(empty?.operation).not.toHaveProperty("requestBody");
  });

  test("has the parameters of its path, which its own parameters of the same name and location replace", () => {
    const page = { name: "page", in: "query", schema: { type: "integer" } };
    const [operation] = readOperations({
      parameters: [componentReference("parameters/Same"), page, { ...page, in: "header" }],
      get: { parameters: [{ ...page, required: true }, componentReference("parameters/None")] },
    });
    expect(operation?.parameters).toEqual([id, { ...page, required: true }, { ...page, in: "header" }]);
    expect(operation?.operation["parameters"]).toEqual(operation?.parameters);
  });

  test("has the servers of its path, unless it has its own", () => {
    const servers = [{ url: "https://example.com" }];
    const [getOperation, putOperation] = readOperations({ servers, get: {}, put: { servers: [] } });
    expect([getOperation?.operation["servers"], putOperation?.operation["servers"]]).toEqual([servers, []]);
  });

  test("has a response by a reference to a reference, with its media types and examples", () => {
    const [operation] = readOperations({ get: { responses: { 200: componentReference("responses/Alias") } } });
    const content = {
      "application/json": { schema: componentReference("schemas/Tokens"), examples: { empty: { value: [] } } },
    };
    expect(operation?.responses).toEqual([["200", { description: "Tokens.", content }]]);
    expect(operation?.operation["responses"]).toEqual({ "200": { description: "Tokens.", content } });
  });

  test("has the headers of a response, references resolved", () => {
    const [operation] = readOperations({
      get: { responses: { 200: { headers: { "X-Total": componentReference("headers/Total") } } } },
    });
    const header = { schema: { type: "integer" }, examples: { none: { value: [] } } };
    expect(operation?.responses).toEqual([["200", { headers: { "X-Total": header } }]]);
  });

  test("lists the responses of success first, although JavaScript lists numbers first", () => {
    const responses = { default: {}, "2XX": {}, "401": {}, "201": {}, "x-more": {} };
    const [operation] = readOperations({ get: { responses } });
    expect(operation?.responses.map(([status]) => status)).toEqual(["201", "2XX", "401", "default"]);
  });

  test("has its body by reference", () => {
    const [operation] = readOperations({ post: { requestBody: componentReference("requestBodies/New") } });
    expect(operation?.operation["requestBody"]).toEqual(components.requestBodies.New);
  });

  test("has the security of the document, unless it declares its own", () => {
    const root = { security: [{ Alias: [] }] };
    const schemes = (item: object) => readOperations(item, root).map(({ security }) => security);
    const token = components.securitySchemes.Token;
    expect(schemes({ get: {} })).toEqual([[{ Alias: token }]]);
    expect(schemes({ get: { security: [] } })).toEqual([[]]);
    expect(schemes({ get: { security: [{}, { Token: [], None: [] }] } })).toEqual([[{}, { Token: token, None: {} }]]);
  });

  test("keeps its references in `unresolved`, those of its path included", () => {
    const responses = { default: componentReference("responses/Tokens") };
    const [operation] = readOperations({ parameters: [componentReference("parameters/Id")], get: { responses } });
    expect(operation?.unresolved).toEqual({ parameters: [componentReference("parameters/Id")], responses });
  });
});

test.each([{}, { paths: null }, { paths: [] }, { paths: { "/a": null, "/b": { get: 1, post: [] } } }, []])(
  "%j has no operations",
  (document) => {
    expect(pathOperations(document)).toEqual([]);
  },
);

test("pathOperations returns the same list for the same document", () => {
  const document = { paths: { "/a": { get: {} } } };
  expect(pathOperations(document)).toBe(pathOperations(document));
});

test("a webhook has its name, and its body with references resolved", () => {
  const document = {
    webhooks: { tokenCreated: componentReference("pathItems/Hook") },
    components: {
      ...components,
      pathItems: { Hook: { post: { requestBody: componentReference("requestBodies/New") } } },
    },
  };
  const [webhook, ...otherWebhooks] = webhookOperations(document);
  expect(otherWebhooks).toEqual([]);
  expect(webhook).toMatchObject({ name: "tokenCreated", method: "POST", keys: ["webhooks", "tokenCreated", "post"] });
  expect(webhook?.operation["requestBody"]).toEqual(components.requestBodies.New);
  expect(pathOperations(document)).toEqual([]);
});

test("callbacks are webhooks, with their names, and their operation's if a webhook or another callback has it", () => {
  const onUrl = (summary: string) => ({ "{$request.body#/url}": { post: { summary } } });
  const document = {
    webhooks: { ended: { post: {} } },
    paths: {
      "/a": {
        post: {
          operationId: "call",
          callbacks: { done: onUrl("A"), ended: onUrl("B"), failed: { $ref: "#/components/callbacks/Failed" } },
        },
      },
      "/b": { post: { operationId: "queue", callbacks: { done: onUrl("C") } } },
    },
    components: { callbacks: { Failed: onUrl("D") } },
  };
  const rows = webhookOperations(document).map(({ name, operation, keys }) => [name, operation["summary"], keys]);
  const parsePointer = (path: string, name: string) => [
    "paths",
    path,
    "post",
    "callbacks",
    name,
    "{$request.body#/url}",
    "post",
  ];
  expect(rows).toEqual([
    ["ended", undefined, ["webhooks", "ended", "post"]],
    ["call.done", "A", parsePointer("/a", "done")],
    ["call.ended", "B", parsePointer("/a", "ended")],
    ["failed", "D", parsePointer("/a", "failed")],
    ["queue.done", "C", parsePointer("/b", "done")],
  ]);
});

test("callbacks of one name are numbered", () => {
  const callback = { "{$request.body#/url}": { post: {}, put: {} }, "{$request.query.url}": { post: {} } };
  const document = { paths: { "/a": { post: { operationId: "call", callbacks: { done: callback } } } } };
  expect(webhookOperations(document).map(({ name }) => name)).toEqual(["call.done", "call.done2", "call.done3"]);
});

test.each([
  ["200", true],
  ["2XX", true],
  ["2xx", false],
  ["302", false],
  ["default", false],
])("isSuccessStatus(%j) is %s", (status, isSuccess) => {
  expect(isSuccessStatus(status)).toBe(isSuccess);
});
