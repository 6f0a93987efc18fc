import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contractFile } from "../../scripts/contract/document.ts";
import {
  contractOf,
  type Document,
  editContract,
  serve,
  startFailure,
  writeTemporaryFile,
} from "./helpers.ts";

const tokens = (document: Document) => document.paths["/api/v2/tokens"].get;

const operation = "paths: { /a: { get: { responses: { '200': { description: Done. } } } } }";
test.each([
  "swagger: 2.0",
  "openapi: 3.0",
  "openapi: 3.1",
  "openapi: '3.0'",
  "openapi: '3.1'",
  "openapi: 3.1.2",
])("a contract of %s is read, with and without quotes", async (version) => {
  expect(await startFailure(writeTemporaryFile("a.yaml", `${version}\n${operation}`))).toBe(
    "it started",
  );
});

test.each([
  "swagger: 1.2",
  "swagger: '2'",
  "openapi: 4.0",
  "openapi: 3.15",
  "openapi: '3.1x'",
  "openapi: [3.1]",
])("a contract of %s is refused", async (version) => {
  const file = writeTemporaryFile("a.yaml", `${version}\n${operation}`);
  expect(await startFailure(file)).toContain(
    "It must be a document of OpenAPI 3.2, 3.1, 3.0 or 2.0.",
  );
});

test.each<[string, object | string, string]>([
  [
    "of another OpenAPI",
    editContract((d) => (d.openapi = "2.0")),
    "It must be a document of OpenAPI 3.2, 3.1, 3.0 or 2.0.",
  ],
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
  [
    "that doesn't exist",
    "/nowhere/a.yaml",
    "Can't read /nowhere/a.yaml: no such file or directory.",
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

const refer = (name: string) => ({ $ref: `#/components/parameters/${name}` });
const withParameters = (name: string) => (d: Document) => {
  d.components.parameters = { A: refer("A"), B: refer("C"), C: refer("B") };
  tokens(d).parameters = [refer(name)];
};
const secondResponse = (d: Document) => tokens(d).responses["2XX"].content["application/json"];
test.each<[string, (document: Document) => void, string]>([
  ["with an id twice", (d) => (d.paths["/api/v2/tokens"].post = tokens(d)), ""],
  ["without an id", (d) => delete tokens(d).operationId, ""],
  ["without a dialect", (d) => delete d.jsonSchemaDialect, ""],
  [
    "with a reference to nothing",
    (d) => (tokens(d).responses["404"] = { $ref: "#/components/responses/Gone" }),
    "Unresolved reference: #/components/responses/Gone.",
  ],
  [
    "with a reference to itself",
    withParameters("A"),
    "Unresolved reference: #/components/parameters/A.",
  ],
  [
    "with a reference in a circle",
    withParameters("B"),
    "Unresolved reference: #/components/parameters/B.",
  ],
  [
    "with a reference to nothing, by a name beyond ASCII",
    (d) => (tokens(d).responses["404"] = { $ref: "#/components/responses/☎" }),
    "Unresolved reference: #/components/responses/",
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
    "with an example against a keyword that draft-07 doesn't have",
    (d) => {
      d.components.schemas.TokenList.unevaluatedProperties = false;
      secondResponse(d).examples.empty = {
        value: { success: true, message: "", tokens: [], extra: 1 },
      };
    },
    "response 2XX, example empty: /extra isn't in the contract.",
  ],
  [
    "with an example elsewhere",
    (d) => (secondResponse(d).examples.far = { externalValue: "https://example.com/a.json" }),
    "response 2XX, example far: externalValue isn't read.",
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

const parametersPointer = "#/paths/~1api~1v2~1tokens/get/parameters";
const contentPointer = (path: string) =>
  `#/paths/~1${path}/get/responses/200/content/application~1json/schema`;
const respondWith = ($ref: string) => ({
  get: {
    responses: {
      200: { description: "A value.", content: { "application/json": { schema: { $ref } } } },
    },
  },
});
test.each<[string, (document: Document) => void, (file: string) => string[]]>([
  [
    "paths without a target",
    (d) => {
      d.paths["/self"] = { $ref: "#/paths/~1self" };
      d.paths["/lost"] = { $ref: "#/components/pathItems/Gone" };
    },
    () => [
      "#/paths/~1self: Unresolved reference: #/paths/~1self.",
      "#/paths/~1lost: Unresolved reference: #/components/pathItems/Gone.",
    ],
  ],
  [
    "paths with a query or a fragment",
    (d) => {
      d.paths["/q?x=1"] = { tags: ["a"], summary: "A path.", get: tokens(d) };
      d.paths["/f#x"] = { get: tokens(d) };
    },
    () =>
      ["?x=1", "#x"].map(
        (end) =>
          `#/paths/~1${end[0] === "?" ? "q" : "f"}${end}: must begin with /, without a query or a fragment.`,
      ),
  ],
  [
    "parameters that aren't valid",
    (d) => {
      tokens(d).parameters = [
        { name: "body", in: "body", schema: {} },
        { in: "query" },
        { name: {}, in: "query" },
      ];
    },
    () => [
      `${parametersPointer}/0/in: must be path, query, header, cookie, or querystring.`,
      `${parametersPointer}/1: name is missing.`,
      `${parametersPointer}/2/name: must be a string.`,
    ],
  ],
  [
    "references to other machines, anchors of other files, missing files and places without a target",
    (d) => {
      d.paths["/remote"] = respondWith("https://nothing.invalid/schema.json");
      d.paths["/anchor"] = respondWith("./openapi.json#pet");
      d.paths["/missing"] = respondWith("./missing.json");
      d.paths["/place"] = respondWith("./openapi.json#/components/schemas/Nothing");
    },
    (file) => [
      ...["remote", "anchor"].map(
        (path) =>
          `${contentPointer(path)}: Unresolved reference. Only references to files are followed, by pointers: no $id, and no anchor of another file.`,
      ),
      `${contentPointer("missing")}: Unresolved reference. Can't read ${join(dirname(file), "missing.json")}: no such file or directory.`,
      `${contentPointer("place")}: Unresolved reference.`,
    ],
  ],
])("%s are named at the start, and the rest is served", async (_name, edit, problems) => {
  const file = writeTemporaryFile("openapi.json", JSON.stringify(editContract(edit)));
  const { ask, warnings } = await serve(file);
  expect(warnings()).toEqual(problems(file).map((problem) => `openapi.json${problem}`));
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
  const { ask } = await serve({
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
    const response = await ask(path, "", {
      method: "POST",
      headers: { "content-type": type },
      body: '"a"',
    });
    return [response.status, response.headers.get("content-type")?.split(";")[0]];
  };
  expect(await send("/own", "text/csv")).toEqual([200, "text/csv"]);
  expect(await send("/shared", "application/json")).toEqual([200, "application/json"]);
  expect((await send("/own", "application/json"))[0]).toBe(415);
});

test("a property __proto__ of OpenAPI 2.0 is one like others", async () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"}}');
  const schema = { type: "object", properties, additionalProperties: false };
  const parameters = [{ in: "body", name: "body", schema }];
  const responses = { 204: { description: "Done." } };
  const { ask } = await serve({
    swagger: "2.0",
    consumes: ["application/json"],
    paths: { "/value": { post: { parameters, responses } } },
  });
  const headers = { "content-type": "application/json" };
  const send = async (body: string) =>
    (await ask("/value", "", { method: "POST", headers, body })).status;
  expect(await send('{"__proto__":"a"}')).toBe(204);
  expect(await send('{"__proto__":1}')).toBe(422);
});

test("an example of OpenAPI 3.0 next to named ones is served by the name default", async () => {
  const media = { schema: { type: "integer" }, example: 1, examples: { two: { value: 2 } } };
  const { ask } = await serve({ ...contractOf(media), openapi: "3.0.3" });
  expect(await (await ask("/value", "example=two")).json()).toBe(2);
  expect(await (await ask("/value", "example=default")).json()).toBe(1);
});

test("of two operations with the same path, the first is served", async () => {
  const contract = editContract((d) => {
    const operation = { ...d.paths["/api/v2/webhookRelay/{type}"].get, operationId: "hidden" };
    d.paths["/api/v2/webhookRelay/{other}"] = { get: operation };
  });
  const { ask } = await serve(contract);
  expect((await ask("/api/v2/webhookRelay/a?token=t")).headers.get("mock-operation")).toBe(
    "getWebhookRelay",
  );
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
    "an address without a path",
    withServers([{ url: "https://a.example" }]),
    { "/users": 204, "//users": 404 },
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
    "a path with whose text one of the contract begins",
    withServers([{ url: "/user" }]),
    { "/user/users": 204 },
  ],
  [
    "a path that a template fits",
    withServers([{ url: "/v1" }], ["/{a}/users", "/users", "/"]),
    { "/v1/users": 204, "/v1/": 204, "/v1": 404 },
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
    "basePath without a host",
    { swagger: "2.0", basePath: "/v1", paths: { "/users": { get: noContent } } },
    { "/v1/users": 204 },
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

test.each([undefined, ""])(
  "an operation with the id %j is served by its method and path",
  async (operationId) => {
    const { ask } = await serve(editContract((d) => (tokens(d).operationId = operationId)));
    const plan = await ask("/__mock/on/GET /api/v2/tokens", "", {
      method: "PUT",
      body: '"code=503"',
    });
    const responses = await Promise.all(
      ["?token=t", ""].map((query) => ask(`/api/v2/tokens${query}`)),
    );
    expect(plan.status).toBe(204);
    expect(responses.map(({ status, headers }) => [status, headers.get("mock-operation")])).toEqual(
      [
        [503, "GET /api/v2/tokens"],
        [401, "GET /api/v2/tokens"],
      ],
    );
  },
);

test("half a character in an id, the name of an example and the value of a header is replaced", async () => {
  const half = "half \ud83d";
  const { ask } = await serve(
    editContract((d) => {
      const content = { "application/json": { schema: {}, examples: { [half]: { value: 1 } } } };
      const headers = { "x-half": { schema: { const: half } } };
      const responses = { 200: { description: "A number.", headers, content } };
      d.paths = { "/a": { get: { ...tokens(d), operationId: half, responses } } };
    }),
  );
  const { headers } = await ask("/a?token=t");
  const values = ["mock-operation", "mock-example", "x-half"].map((name) => headers.get(name));
  expect(values).toEqual(["half %EF%BF%BD", "half%20%EF%BF%BD", "half %EF%BF%BD"]);
});

test.each([
  ["only a default", ["default"], 200],
  ["only a failure", ["404"], 404],
  ["a default and a failure", ["404", "default"], 200],
  ["no response", [], 200],
  ["a response whose key is no status code", ["2OO"], 200],
])("an operation with %s is served", async (_name, codes, status) => {
  const responses = Object.fromEntries(codes.map((code) => [code, { description: code }]));
  const { ask } = await serve(editContract((d) => (tokens(d).responses = responses)));
  expect((await ask("/api/v2/tokens?token=t")).status).toBe(status);
});

test("a contract of the path / is served there", async () => {
  const site = () => expect.unreachable("The contract has this path.");
  const { ask } = await serve(
    editContract((d) => (d.paths = { "/": { get: tokens(d) } })),
    { site },
  );
  expect((await ask("/?token=t")).headers.get("mock-operation")).toBe("listTokens");
});

test("a pattern that is valid only without the flag u is applied", async () => {
  const q = { name: "q", in: "query", schema: { type: "string", pattern: "^[\\w\\-]+$" } };
  const { ask } = await serve(editContract((d) => (tokens(d).parameters = [q])));
  const status = async (value: string) => (await ask(`/api/v2/tokens?token=t&q=${value}`)).status;
  expect([await status("a-b"), await status("a.b")]).toEqual([200, 422]);
});

const apiKey = (location: string, name: string) => ({ type: "apiKey", in: location, name });
test.each<[string, object, Record<string, string>]>([
  ["a bearer token", { type: "http", scheme: "bearer" }, { authorization: "Bearer s3cret" }],
  ["a digest", { type: "http", scheme: "digest" }, { authorization: 'Digest username="s3cret"' }],
  ["a key in a cookie", apiKey("cookie", "sid"), { cookie: "a=b; sid=s3cret" }],
  ["a key in a header", apiKey("header", "X-Key"), { "x-key": "s3cret" }],
  [
    "OpenID Connect",
    { type: "openIdConnect", openIdConnectUrl: "/" },
    { authorization: "Bearer s3cret" },
  ],
  ["OAuth 2", { type: "oauth2", flows: {} }, { authorization: "Bearer s3cret" }],
])(
  "a contract with %s takes it, records none, and rejects a request without",
  async (_, scheme, headers) => {
    const { ask, mock } = await serve(
      editContract((d) => (d.components.securitySchemes.apiToken = scheme)),
    );
    const status = async (headers: Record<string, string>) =>
      (await ask("/api/v2/tokens?token=t", "", { headers })).status;
    const statuses = [
      await status({}),
      await status({ authorization: "Other s3cret" }),
      await status(headers),
    ];
    expect(statuses).toEqual([401, 401, 200]);
    expect(JSON.stringify(mock.journal())).not.toContain("s3cret");
  },
);

test("a contract with certificates alone takes every request, and records also those that it rejects", async () => {
  const { ask, mock } = await serve(
    editContract((d) => (d.components.securitySchemes.apiToken = { type: "mutualTLS" })),
  );
  const { status } = await ask("/api/v2/tokens", "example=nothing");
  expect([status, mock.journal()]).toEqual([
    404,
    [expect.objectContaining({ path: "/api/v2/tokens" })],
  ]);
});

test("a rejection asks for no certificate, which a request over HTTP can't have", async () => {
  const { ask } = await serve(
    editContract((d) => {
      d.components.securitySchemes = {
        certificate: { type: "mutualTLS" },
        key: apiKey("header", "X-Key"),
      };
      d.security = [{ certificate: [], key: [] }];
    }),
  );
  const response = await ask("/api/v2/tokens");
  const detail = "Credentials are missing: pass the header x-key.";
  expect([response.status, await response.json()]).toEqual([
    401,
    expect.objectContaining({ detail }),
  ]);
});

test("a contract can merge keys, and refer to other files", async () => {
  const schema = "type: object\nrequired: [a]\nproperties: { a: { type: integer } }\n";
  const contract = join(dirname(writeTemporaryFile("schema.yaml", schema)), "openapi.yaml");
  writeFileSync(
    contract,
    `openapi: 3.1.1
x-shared: &shared { operationId: first, responses: { "204": { description: Done. } } }
paths:
  /a: { get: *shared }
  /b:
    post:
      <<: *shared
      operationId: second
      requestBody: { content: { application/json: { schema: { $ref: ./schema.yaml } } } }
`,
  );
  const { ask } = await serve(contract);
  const headers = { "content-type": "application/json" };
  const post = async (body: string) =>
    (await ask("/b", "", { method: "POST", headers, body })).status;
  expect([await post('{"a":1}'), await post("{}"), (await ask("/a")).status]).toEqual([
    204, 422, 204,
  ]);
});

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
const string = { type: "string" };
test.each<[schema: object, body: unknown]>([
  [{ description: "Anything." }, expect.any(String)],
  [any, expect.any(String)],
  [{ allOf: [{ description: "Anything." }, any] }, expect.any(String)],
  [{ anyOf: [any, string] }, expect.any(String)],
  [{ allOf: [any, { type: "boolean" }] }, expect.any(Boolean)],
  [{ not: { type: "string" } }, expect.not.stringMatching("")],
  [
    { properties: { a: {}, b: { title: "B" } }, required: ["a", "b"] },
    expect.objectContaining({ a: expect.any(String), b: expect.any(String) }),
  ],
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
  [{ type: "array", items: { type: "integer" }, uniqueItems: true, minItems: 2 }, null],
  [{ type: "object", minProperties: 2 }, null],
  [{ type: "integer", minimum: 5000 }, null],
  [{ type: "array", items: { type: "integer" }, contains: { const: 5 } }, null],
  [{ type: "string", pattern: "^[A-Z]{2}-\\d{3,}$", minLength: 9 }, null],
  [{ type: "string", pattern: "^\\+?[1-9]\\d{1,14}$" }, null],
  [{ type: "string", format: "duration" }, null],
  [{ type: "string", format: "uuid" }, null],
  [
    {
      oneOf: [
        { properties: { a: { type: "integer" } } },
        { properties: { a: { type: "string" } } },
      ],
    },
    null,
  ],
  // The first alternative is valid for both.
  [{ oneOf: [{ type: "number" }, { type: "integer" }, { type: "string" }] }, null],
  // No text matches a look-ahead that contradicts what follows.
  [{ type: "string", pattern: "^(?=b)a" }, mismatch('must match pattern "^(?=b)a"')],
  [{ type: "object", enum: ["a"] }, mismatch("must be object")],
  [
    {
      type: "object",
      properties: { list: { type: "array", items: { type: "object", enum: ["a"] } } },
    },
    mismatch("/list/0 must be object"),
  ],
  [
    { type: "object", required: ["a"], properties: { a: { $ref: "#/components/schemas/No" } } },
    mismatch("/a must be integer"),
  ],
  [{ type: "object", properties: many }, mismatch(manyMismatches)],
  [
    { type: "object", required: ["a"], minProperties: 1, properties: {}, not: {} },
    mismatch("must NOT be valid"),
  ],
  [false, "No body can be generated from this schema."],
  [{ type: "text" }, unchecked],
])(
  "a generated body of the schema %j is the same each time, and has the problem %j",
  async (schema, problem) => {
    const { ask } = await serve(
      contractOf({ schema }, { schemas: { No: { type: "integer", enum: ["a"] } } }),
    );
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask("/value")));
    expect(new Set(answers.map(({ headers }) => headers.get("mock-problem")))).toEqual(
      new Set([problem]),
    );
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    if (schema === false) expect(bodies[0]).toBe("");
  },
);
