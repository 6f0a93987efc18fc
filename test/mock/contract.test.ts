import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contractFile } from "../../scripts/contract/document.ts";
import {
  contractOf,
  type Document,
  editContract,
  serve,
  servePaths,
  startFailure,
  writeTemporaryFile,
} from "./helpers.ts";

const tokens = (document: Document) => document.paths["/api/v2/tokens"].get;

const operation = "paths: { /a: { get: { responses: { '200': { description: Done. } } } } }";
test.each(["swagger: 2.0", "openapi: '3.0'", "openapi: 3.1.2"])(
  "a contract of %s is read, with and without quotes",
  async (version) => {
    expect(await startFailure(writeTemporaryFile("a.yaml", `${version}\n${operation}`))).toBe(
      "it started",
    );
  },
);

test.each(["swagger: 1.2", "openapi: 3.15", "openapi: [3.1]"])(
  "a contract of %s is refused",
  async (version) => {
    const file = writeTemporaryFile("a.yaml", `${version}\n${operation}`);
    expect(await startFailure(file)).toContain(
      "It must be a document of OpenAPI 3.2, 3.1, 3.0 or 2.0.",
    );
  },
);

test.each<[string, object | string, string]>([
  [
    "of another dialect",
    editContract((d) => (d.jsonSchemaDialect = "http://json-schema.org/draft-07/schema#")),
    "jsonSchemaDialect must be https://json-schema.org/draft/2020-12",
  ],
  ["without operations", editContract((d) => (d.paths = {})), "It has no operations."],
  [
    "that isn't YAML",
    writeTemporaryFile("a.yaml", "openapi: 3.1.1\npaths: ["),
    " at line 2, column 9",
  ],
])("the mock doesn't start with a contract %s, and says why", async (_name, contract, reason) => {
  expect(await startFailure(contract)).toContain(reason);
});

const manyReferences = Array.from(
  { length: 200 },
  (_, number) => `  /${number}: { get: *shared }\n`,
).join("");
test.each([
  ["with a byte order mark", `\uFEFF${readFileSync(contractFile, "utf8")}`],
  [
    "that refers to one part of itself often",
    `openapi: 3.1.1\nx-shared: &shared { responses: { "204": { description: Done. } } }\npaths:\n${manyReferences}`,
  ],
])("the mock starts with a contract %s", async (_name, text) => {
  expect(await startFailure(writeTemporaryFile("openapi.yaml", text))).toBe("it started");
});

const secondResponse = (d: Document) => tokens(d).responses["2XX"].content["application/json"];
test.each<[string, (document: Document) => void, string]>([
  ["with an id twice", (d) => (d.paths["/api/v2/tokens"].post = tokens(d)), ""],
  [
    "with a reference to nothing",
    (d) => (tokens(d).responses["404"] = { $ref: "#/components/responses/Gone" }),
    "Unresolved reference: #/components/responses/Gone.",
  ],
  [
    "with a reference to itself",
    (d) => {
      const self = { $ref: "#/components/parameters/A" };
      d.components.parameters = { A: self };
      tokens(d).parameters = [self];
    },
    "Unresolved reference: #/components/parameters/A.",
  ],
  [
    "with an unknown security scheme",
    (d) => delete d.components.securitySchemes.apiToken,
    "The security scheme apiToken isn't declared, so it isn't checked.",
  ],
  [
    "with an invalid schema",
    (d) => (d.components.schemas.Token.properties.userId.type = "integr"),
    "response 2XX: type must be JSONType",
  ],
  [
    "with an example that doesn't match its schema",
    (d) =>
      (secondResponse(d).examples.empty = { value: { success: true, tokens: [{ token: 1 }] } }),
    "response 2XX, example empty: /tokens/0/description is missing.",
  ],
  [
    "with a reference in place of an example's value",
    (d) => (secondResponse(d).examples.far = { value: { $ref: "#/components/examples/Token" } }),
    "response 2XX, example far: $ref isn't followed within a value.",
  ],
  [
    "with a path value that isn't in its path",
    (d) =>
      (tokens(d).parameters = [
        { name: "id", in: "path", required: true, schema: { type: "integer" } },
      ]),
    "The path has no {id}, so it isn't checked.",
  ],
  [
    "with an invalid pattern",
    (d) =>
      (tokens(d).parameters = [
        { name: "q", in: "query", schema: { type: "string", pattern: "(" } },
      ]),
    "Requests aren't validated: Invalid regular expression",
  ],
])(
  "an operation %s is served, with its problem in a header and a warning",
  async (_name, edit, problem) => {
    const { ask, warnings } = await serve(editContract(edit));
    const { status, headers } = await ask("/api/v2/tokens?token=t");
    expect([status, headers.get("mock-problem") ?? ""]).toEqual([
      200,
      expect.stringContaining(problem),
    ]);
    expect(warnings().join("\n")).toContain(problem && `listTokens: ${problem}`);
  },
);

const respondWith = ($ref: string) => contractOf({ schema: { $ref } }).paths["/value"];
test("what isn't valid is named at the start, and the rest is served", async () => {
  const contract = editContract((d) => {
    tokens(d).parameters = [
      { name: "body", in: "body", schema: {} },
      { in: "query" },
      { name: {}, in: "query" },
    ];
    d.paths["/q?x=1"] = { tags: ["a"], summary: "A path.", get: tokens(d) };
    d.paths["/remote"] = respondWith("https://nothing.invalid/schema.json");
    d.paths["/anchor"] = respondWith("./openapi.json#pet");
    d.paths["/missing"] = respondWith("./missing.json");
    d.paths["/place"] = respondWith("./openapi.json#/components/schemas/Nothing");
  });
  const file = writeTemporaryFile("openapi.json", JSON.stringify(contract));
  const { ask, warnings } = await serve(file);
  const parameters = "#/paths/~1api~1v2~1tokens/get/parameters";
  const unresolved = (path: string) =>
    `#/paths/~1${path}/get/responses/200/content/application~1json/schema: Unresolved reference.`;
  const advice =
    " Only references to files are followed, by pointers: no $id, and no anchor of another file.";
  expect(warnings().map((warning) => `${warning}`.replace("openapi.json", ""))).toEqual([
    `${unresolved("remote")}${advice}`,
    `${unresolved("anchor")}${advice}`,
    `${unresolved("missing")} Can't read ${join(dirname(file), "missing.json")}: no such file or directory.`,
    unresolved("place"),
    `${parameters}/0/in: must be path, query, header, cookie, or querystring.`,
    `${parameters}/1: name is missing.`,
    `${parameters}/2/name: must be a string.`,
    "#/paths/~1q?x=1: must begin with /, without a query or a fragment.",
  ]);
  expect((await ask("/api/v2/tokens?token=t")).status).toBe(200);
});

test("an invalid parameter of OpenAPI 2.0 is named at the start, and the rest is served", async () => {
  const { ask, warnings } = await serve({
    swagger: "2.0",
    produces: "application/json",
    consumes: 5,
    paths: {
      "/value": {
        get: {
          parameters: [{ name: "a" }, { $ref: "#/parameters/none" }],
          responses: { 200: { description: "A value." }, 404: null },
        },
      },
      "/nothing": { get: 5, post: null },
    },
  });
  expect((await ask("/value")).status).toBe(200);
  expect(warnings()).toEqual([
    "openapi.json#/paths/~1value/get/parameters/0: needs a name, and in: path, query, header, formData, body.",
    "openapi.json#/paths/~1value/get/parameters/1: Unresolved reference: #/parameters/none.",
  ]);
});

test("an operation of OpenAPI 2.0 has its own media types, else the document's", async () => {
  const responses = { 200: { description: "A text.", schema: { type: "string" } } };
  const body = { in: "body", name: "body", schema: { type: "string" } };
  const { post } = await serve({
    swagger: "2.0",
    produces: ["application/json"],
    consumes: ["application/json"],
    paths: {
      "/own": {
        post: { produces: ["text/csv"], consumes: ["text/csv"], parameters: [body], responses },
      },
      "/shared": { post: { parameters: [body], responses } },
    },
  });
  const send = async (path: string, type: string) => {
    const { status, headers } = await post(path, '"a"', type);
    return [status, headers.get("content-type")?.split(";")[0]];
  };
  expect(await send("/own", "text/csv")).toEqual([200, "text/csv"]);
  expect(await send("/shared", "application/json")).toEqual([200, "application/json"]);
  expect((await send("/own", "application/json"))[0]).toBe(415);
});

test("an example of OpenAPI 3.0 next to named ones is served by the name default", async () => {
  const media = { schema: { type: "integer" }, example: 1, examples: { two: { value: 2 } } };
  const { ask } = await serve({ ...contractOf(media), openapi: "3.0.3" });
  expect(await (await ask("/value", "example=two")).json()).toBe(2);
  expect(await (await ask("/value", "example=default")).json()).toBe(1);
});

const noContent = { responses: { 204: { description: "Done." } } };
const withServers = (servers: object[], paths = ["/users"]) => ({
  openapi: "3.1.1",
  servers,
  paths: Object.fromEntries(paths.map((path) => [path, { get: noContent }])),
});
const version = { default: "v1", enum: ["v1", "v2"] };
test.each<[string, object, paths: Record<string, number>]>([
  [
    "an address",
    withServers([{ url: "https://a.example/api/v1/" }]),
    { "/api/v1/users": 204, "/users": 204, "/api/users": 404 },
  ],
  [
    "a path",
    withServers([{ url: "/v1" }, { url: "/v1/beta" }]),
    { "/v1/users": 204, "/v1/beta/users": 204, "/beta/users": 404 },
  ],
  [
    "values of a variable",
    withServers([{ url: "https://a.example/{version}", variables: { version } }]),
    { "/v2/users": 204, "/v3/users": 404 },
  ],
  [
    "a default",
    withServers([{ url: "{base}/v1", variables: { base: { default: "https://a.example/x" } } }]),
    { "/x/v1/users": 204, "/v1/users": 404 },
  ],
  ["an encoded path", withServers([{ url: "/caf%C3%A9" }]), { "/caf%c3%a9/users": 204 }],
  [
    "a path with which one of the contract begins",
    withServers([{ url: "/v1" }], ["/v1/users", "/users"]),
    { "/v1/users": 204, "/v1/v1/users": 404 },
  ],
  [
    "one operation",
    { openapi: "3.0.3", paths: { "/users": { servers: [{ url: "/files" }], get: noContent } } },
    { "/files/users": 204 },
  ],
  [
    "basePath",
    { swagger: "2.0", host: "a.example", basePath: "/v1", paths: { "/users": { get: noContent } } },
    { "/v1/users": 204, "/users": 204 },
  ],
  [
    "no address",
    withServers([{ url: "http://[" }, {}, { url: 5 }]),
    { "/users": 204, "/5/users": 204 },
  ],
])(
  "a request below the path of a server is matched as without it: %s",
  async (_name, contract, paths) => {
    const { ask } = await serve(contract);
    const statuses = await Promise.all(
      Object.keys(paths).map(async (path) => [path, (await ask(path)).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual(paths);
  },
);

test("a method that a path below a server's doesn't have is rejected with those that it has", async () => {
  const { ask } = await serve(withServers([{ url: "/v1" }]));
  const { status, headers } = await ask("/v1/users", "", { method: "PUT" });
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("an operation with an empty id is served by its method and path", async () => {
  const { ask } = await serve(editContract((d) => (tokens(d).operationId = "")));
  await ask("/__mock/on/GET /api/v2/tokens", "", { method: "PUT", body: '"code=503"' });
  const { status, headers } = await ask("/api/v2/tokens?token=t");
  expect([status, headers.get("mock-operation")]).toEqual([503, "GET /api/v2/tokens"]);
});

test("half a character in an id, the name of an example and the value of a header is replaced", async () => {
  const half = "half \ud83d";
  const content = { "application/json": { schema: {}, examples: { [half]: { value: 1 } } } };
  const responses = {
    200: { description: "A.", headers: { "x-half": { schema: { const: half } } }, content },
  };
  const { ask } = await servePaths({ "/a": { get: { operationId: half, responses } } });
  const { headers } = await ask("/a");
  const values = ["mock-operation", "mock-example", "x-half"].map((name) => headers.get(name));
  expect(values).toEqual(["half %EF%BF%BD", "half%20%EF%BF%BD", "half %EF%BF%BD"]);
});

test.each([
  ["no response", {}],
  ["a response whose key is no status code", { "2OO": { description: "A." } }],
])("an operation with %s is served", async (_name, responses) => {
  const { ask } = await servePaths({ "/a": { get: { responses } } });
  expect((await ask("/a")).status).toBe(200);
});

test("a contract of the path / is served there", async () => {
  const site = () => expect.unreachable("The contract has this path.");
  const { ask } = await servePaths({ "/": { get: noContent } }, {}, { site });
  expect((await ask("/")).status).toBe(204);
});

test("a pattern that is valid only without the flag u is applied", async () => {
  const q = { name: "q", in: "query", schema: { type: "string", pattern: "^[\\w\\-]+$" } };
  const { ask } = await servePaths({ "/a": { get: { ...noContent, parameters: [q] } } });
  expect([(await ask("/a?q=a-b")).status, (await ask("/a?q=a.b")).status]).toEqual([204, 422]);
});

test.each([
  ["a digest", { type: "http", scheme: "digest" }, 'Digest username="s3cret"'],
  ["OpenID Connect", { type: "openIdConnect", openIdConnectUrl: "/" }, "Bearer s3cret"],
  ["OAuth 2", { type: "oauth2", flows: {} }, "Bearer s3cret"],
])(
  "a contract with %s takes it, records none, and rejects a request without",
  async (_, scheme, credentials) => {
    const components = { securitySchemes: { own: scheme } };
    const get = { ...noContent, security: [{ own: [] }] };
    const { ask, mock } = await servePaths({ "/a": { get } }, { components });
    const status = async (authorization: string) =>
      (await ask("/a", "", { headers: { authorization } })).status;
    expect([await status("Other s3cret"), await status(credentials)]).toEqual([401, 204]);
    expect(JSON.stringify(mock.journal())).not.toContain("s3cret");
  },
);

test("a problem that each alternative of a schema has is reported once", async () => {
  const schema = { anyOf: [{ required: ["a"] }, { required: ["a"], minProperties: 1 }] };
  const { ask } = await serve(contractOf({ schema, example: {} }));
  expect((await ask("/value")).headers.get("mock-problem")?.match(/a is missing/g)).toHaveLength(1);
});

test("a generated body has no property that only requests have, also of a schema that is referred to", async () => {
  const schemas = {
    Secret: { type: "string", writeOnly: true },
    Account: {
      type: "object",
      required: ["name", "password"],
      properties: { name: { type: "string" }, password: { $ref: "#/components/schemas/Secret" } },
      additionalProperties: false,
    },
  };
  const schema = { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Account" } };
  const { ask } = await serve(contractOf({ schema }, { schemas }));
  for (const prefer of ["", "dynamic=true"]) {
    const accounts = (await (await ask("/value", prefer)).json()) as object[];
    expect(new Set(accounts.flatMap(Object.keys))).toEqual(new Set(["name"]));
  }
});

const any = { $ref: "#/components/schemas/Any" };
test.each<[schema: object, body: unknown]>([
  [any, expect.any(String)],
  [{ allOf: [{ description: "Anything." }, any] }, expect.any(String)],
  [{ not: { type: "string" } }, expect.not.stringMatching("")],
])(
  "a random body of the schema %j, which gives no type, is a value and not the schema",
  async (value, body) => {
    const schema = { type: "object", properties: { value }, required: ["value"] };
    const schemas = { Any: { description: "Any.", "x-origin": { $comment: "By hand." } } };
    const { ask } = await serve(contractOf({ schema }, { schemas }));
    const response = await ask("/value?__dynamic=true");
    expect(response.headers.get("mock-problem")).toBeNull();
    expect(await response.json()).toEqual(expect.objectContaining({ value: body }));
  },
);

const unchecked = "The generated body isn't checked: type must be JSONType or JSONType[]: text";
const mismatch = (text: string) => `The generated body doesn't match its schema: ${text}.`;
const many = Object.fromEntries(
  [..."abcde"].map((name) => [name, { type: "integer", enum: ["a"] }]),
);
const manyMismatches = [..."abcde"].map((name) => `/${name} must be integer`).join("; ");
test.each<[schema: unknown, problem: string | null]>([
  [{ type: "string", pattern: "^[A-Z]{2}-\\d{3,}$", minLength: 9 }, null],
  [
    {
      type: "object",
      properties: { list: { type: "array", items: { type: "object", enum: ["a"] } } },
    },
    mismatch("/list/0 must be object"),
  ],
  [{ type: "object", properties: many }, mismatch(manyMismatches)],
  [false, "No body can be generated from this schema."],
  [{ type: "text" }, unchecked],
])(
  "a generated body of the schema %j is the same each time, and has the problem %j",
  async (schema, problem) => {
    const { ask } = await serve(contractOf({ schema }));
    const answers = [await ask("/value"), await ask("/value")];
    expect(answers.map(({ headers }) => headers.get("mock-problem"))).toEqual([problem, problem]);
    const [body, sameBody] = [await answers[0]?.text(), await answers[1]?.text()];
    expect([body === sameBody, body === ""]).toEqual([true, schema === false]);
  },
);
