import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stringify } from "yaml";
import { contractFile, readContract } from "../../scripts/contract/document.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { contractOf, readPart } from "../shapes/contract.ts";
import { contractJson, writeTemporaryFile } from "./helpers.ts";

// biome-ignore lint/suspicious/noExplicitAny: an edit may make anything of the document
type Document = any;

/** Writes a copy of the contract with an edit. */
function editContract(edit: (document: Document) => void): string {
  const document = structuredClone(readContract());
  edit(document);
  return writeTemporaryFile("openapi.json", JSON.stringify(document));
}

/** The contract with an operation whose response has an unknown body. */
const withUnknownBody = writeTemporaryFile("unknown-body.yaml", stringify(contractOf([readPart("undocumented-body")])));

const startFailure = async (contract: string, examples?: string): Promise<string> => {
  const mock = await startMock({ port: 0, contract, ...(examples !== undefined && { examples }) }).catch(
    (error: Error) => error.message,
  );
  if (typeof mock === "string") return mock;
  await mock.close();
  return "it started";
};

const tokens = (document: Document) => document.paths["/api/v2/tokens"].get;

describe("the mock doesn't start, and reports why, with a contract", () => {
  test.each<[string, (document: Document) => void, string]>([
    ["of another OpenAPI", (d) => (d.openapi = "2.0"), "It must be a document of OpenAPI 3.1, 3.0 or 2.0."],
    [
      "of another dialect",
      (d) => (d.jsonSchemaDialect = "http://json-schema.org/draft-07/schema#"),
      "jsonSchemaDialect must be https://json-schema.org/draft/2020-12",
    ],
    ["without operations", (d) => (d.paths = {}), "It has no operations."],
  ])("%s", async (_name, edit, finding) => {
    expect(await startFailure(editContract(edit))).toContain(finding);
  });

  test("that isn't YAML", async () => {
    expect(await startFailure(writeTemporaryFile("openapi.yaml", "openapi: 3.1.1\npaths: ["))).toMatch(
      / at line \d+, column \d+/,
    );
  });

  test("that doesn't exist", async () => {
    expect(await startFailure("/nowhere/openapi.yaml")).toContain(
      "Can't read /nowhere/openapi.yaml: no such file or directory.",
    );
  });
});

describe("the mock serves an operation, and reports its problem in a header and a warning,", () => {
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
    ...[
      ["itself", "A"],
      ["a reference back to it", "B"],
    ].map(([target, name]): [string, (document: Document) => void, string] => [
      `with a reference to ${target}`,
      (d) => {
        const refer = (key: string) => ({ $ref: `#/components/parameters/${key}` });
        d.components.parameters = { A: refer("A"), B: refer("C"), C: refer("B") };
        tokens(d).parameters = [refer(`${name}`)];
      },
      `Unresolved reference: #/components/parameters/${name}.`,
    ]),
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
      "response 2XX: schema is invalid",
    ],
    [
      "with an example that doesn't match its schema",
      (d) => (secondResponse(d).examples.empty = { value: { success: true, tokens: [{ token: 1 }] } }),
      "response 2XX, example empty: /tokens/0 must have required property 'description'.",
    ],
    [
      "with an example against a keyword that draft-07 doesn't have",
      (d) => {
        d.components.schemas.TokenList.unevaluatedProperties = false;
        secondResponse(d).examples.empty = { value: { success: true, tokens: [], extra: 1 } };
      },
      "response 2XX, example empty: must NOT have unevaluated properties",
    ],
    [
      "with an invalid pattern",
      (d) => (tokens(d).parameters = [{ name: "q", in: "query", schema: { type: "string", pattern: "(" } }]),
      "Requests aren't validated: Invalid regular expression",
    ],
  ])("%s", async (_name, edit, problem) => {
    const warning = vi.spyOn(console, "error").mockImplementation(() => {});
    const mock = await startMock({ port: 0, contract: editContract(edit) });
    const { status, headers } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
    await mock.close();
    expect([status, headers.get("mock-problem") ?? ""]).toEqual([200, expect.stringContaining(problem)]);
    expect(warning.mock.calls.join("\n")).toContain(problem && `listTokens: ${problem}`);
    vi.restoreAllMocks();
  });

  test("next to a path with an unresolved reference, of which it warns as it starts", async () => {
    const warning = vi.spyOn(console, "error").mockImplementation(() => {});
    const contract = editContract((d) => {
      d.paths["/self"] = { $ref: "#/paths/~1self" };
      d.paths["/lost"] = { $ref: "#/components/pathItems/Gone" };
    });
    const mock = await startMock({ port: 0, contract });
    const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
    await mock.close();
    expect(status).toBe(200);
    expect(warning.mock.calls.flat()).toEqual([
      "openapi.json#/paths/~1self: Unresolved reference: #/paths/~1self.",
      "openapi.json#/paths/~1lost: Unresolved reference: #/components/pathItems/Gone.",
    ]);
    vi.restoreAllMocks();
  });

  test("with a parameter that older versions had in the body, which it ignores and names as it starts", async () => {
    const warning = vi.spyOn(console, "error").mockImplementation(() => {});
    const names = [{ name: "body", in: "body", schema: {} }, { in: "query" }, { name: {}, in: "query" }];
    const mock = await startMock({ port: 0, contract: editContract((d) => (tokens(d).parameters = names)) });
    expect((await fetch(`${mock.url}/api/v2/tokens?token=t`)).status).toBe(200);
    await mock.close();
    const place = "openapi.json#/paths/~1api~1v2~1tokens/get/parameters";
    expect(warning.mock.calls.flat()).toEqual([
      `${place}/0/in: must be path, query, header, or cookie.`,
      `${place}/1: name is missing.`,
      `${place}/2/name: must be a text.`,
    ]);
    vi.restoreAllMocks();
  });

  test("after another with the same path", async () => {
    const contract = editContract((d) => {
      const operation = { ...d.paths["/api/v2/webhookRelay/{type}"].get, operationId: "hidden" };
      d.paths["/api/v2/webhookRelay/{other}"] = { get: operation };
    });
    const mock = await startMock({ port: 0, contract, logLevel: "silent" });
    const { headers } = await fetch(`${mock.url}/api/v2/webhookRelay/a?token=t`);
    await mock.close();
    expect(headers.get("mock-operation")).toBe("getWebhookRelay");
  });

  test.each([undefined, ""])("by its method and path, if its id is %j", async (operationId) => {
    const contract = editContract((d) => (tokens(d).operationId = operationId));
    const mock = await startMock({ port: 0, contract });
    const plan = await fetch(`${mock.url}/__mock/on/GET%20/api/v2/tokens`, { method: "PUT", body: '"code=503"' });
    const responses = await Promise.all(["?token=t", ""].map((query) => fetch(`${mock.url}/api/v2/tokens${query}`)));
    await mock.close();
    expect(plan.status).toBe(204);
    expect(responses.map(({ status, headers }) => [status, headers.get("mock-operation")])).toEqual([
      [503, "GET%20/api/v2/tokens"],
      [401, "GET%20/api/v2/tokens"],
    ]);
  });

  test("with half a character in its id, the name of its example and the value of its header", async () => {
    const half = "half \ud83d";
    const contract = editContract((d) => {
      const content = { "application/json": { schema: {}, examples: { [half]: { value: 1 } } } };
      const headers = { "x-half": { schema: { const: half } } };
      const responses = { 200: { description: "A number.", headers, content } };
      d.paths = { "/a": { get: { ...tokens(d), operationId: half, responses } } };
    });
    const mock = await startMock({ port: 0, contract });
    const { status, headers } = await fetch(`${mock.url}/a?token=t`);
    await mock.close();
    const [operation, example, value] = ["mock-operation", "mock-example", "x-half"].map((name) => headers.get(name));
    expect([status, operation, example, value]).toEqual([
      200,
      ...Array(3).fill("half%20%EF%BF%BD").with(2, "half %EF%BF%BD"),
    ]);
  });

  test.each([
    ["only a default", ["default"], 200],
    ["only a failure", ["404"], 404],
    ["a default and a failure", ["404", "default"], 200],
    ["no response", [], 200],
    ["a response whose key is no status code", ["2OO"], 200],
  ])("with %s", async (_name, codes, expected) => {
    const contract = editContract((d) => {
      tokens(d).responses = Object.fromEntries(codes.map((code) => [code, { description: code }]));
    });
    const mock = await startMock({ port: 0, contract, logLevel: "silent" });
    const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
    await mock.close();
    expect(status).toBe(expected);
  });
});

test("a contract of the path / is served there", async () => {
  const contract = editContract((d) => (d.paths = { "/": { get: tokens(d) } }));
  const mock = await startMock({ port: 0, contract, site: () => expect.unreachable("The contract has this path.") });
  const { headers } = await fetch(`${mock.url}/?token=t`);
  await mock.close();
  expect(headers.get("mock-operation")).toBe("listTokens");
});

test("a pattern that is valid only without the flag u is applied", async () => {
  const contract = editContract((d) => {
    tokens(d).parameters = [{ name: "q", in: "query", schema: { type: "string", pattern: "^[\\w\\-]+$" } }];
  });
  const mock = await startMock({ port: 0, contract });
  const status = async (q: string) => (await fetch(`${mock.url}/api/v2/tokens?token=t&q=${q}`)).status;
  expect([await status("a-b"), await status("a.b")]).toEqual([200, 422]);
  await mock.close();
});

test("a contract may begin with a byte order mark", async () => {
  expect(await startFailure(writeTemporaryFile("openapi.yaml", `\uFEFF${readFileSync(contractFile, "utf8")}`))).toBe(
    "it started",
  );
});

describe("the tester's own examples", () => {
  const relay = {
    success: true,
    message: "mine",
    config: { url: "https://example.com", timeout: 1, headers: [], successStatusCodes: [] },
  };
  const examples = writeTemporaryFile(
    "examples.yaml",
    stringify({ getWebhookRelay: { sms: relay, empty: relay }, readAnything: { two: ["sms", "call"] } }),
  );
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ port: 0, contract: withUnknownBody, examples });
  });
  afterAll(() => mock.close());
  const ask = (path: string, prefer = "") => fetch(`${mock.url}/api/v2/${path}?token=t`, { headers: { prefer } });

  test("the example that is named like the requested type is its response", async () => {
    const [sms, fax] = [await ask("webhookRelay/sms"), await ask("webhookRelay/fax")];
    expect([sms.headers.get("mock-example"), fax.headers.get("mock-example")]).toEqual(["sms", "every-field"]);
    expect([sms.headers.get("mock-source"), fax.headers.get("mock-source")]).toEqual(["tester", "contract"]);
    expect(await sms.json()).toEqual(relay);
  });

  test("the example that Prefer names precedes the one of the type", async () => {
    expect((await ask("webhookRelay/sms", "example=several-headers")).headers.get("mock-example")).toBe(
      "several-headers",
    );
  });

  test("an example replaces one of the contract with the same name", async () => {
    const response = await ask("webhookRelay/fax", "example=empty");
    expect([response.headers.get("mock-source"), await response.json()]).toEqual(["tester", relay]);
  });

  test("the first example of an operation without others is its response", async () => {
    const response = await ask("shapes/anything");
    expect(await response.json()).toEqual(["sms", "call"]);
    expect(response.headers.get("mock-unspecified")).toBe("status, body");
  });

  test("an example that doesn't match the contract is rejected on a reload, and the last valid examples stay", async () => {
    const good = readFileSync(examples, "utf8");
    writeFileSync(examples, stringify({ getWebhookRelay: { sms: { success: true } } }));
    await expect(mock.reload()).rejects.toThrow("getWebhookRelay, response 200, example sms:");
    expect(await (await ask("webhookRelay/sms")).json()).toEqual(relay);
    writeFileSync(examples, good);
  });

  test("a reload serves a changed example", async () => {
    writeFileSync(examples, stringify({ readAnything: { one: ["sms"] } }));
    await mock.reload();
    expect(await (await ask("shapes/anything")).json()).toEqual(["sms"]);
  });

  test.each([
    ["for an unknown operation", { listNothing: {} }, "listNothing: unknown operation."],
    [
      "for a response without a body",
      { deleteSipRegistration: { ok: 1 } },
      "deleteSipRegistration: the contract declares no body",
    ],
    ["that are a list", ["sms"], "It must map operation ids to examples"],
    ["for a name that every object inherits", { toString: { a: 1 } }, "toString: unknown operation."],
    ["without a name", { listWebhookRelayTypes: { "": 1 } }, "listWebhookRelayTypes: a name is empty, or not valid"],
    ["with half a character", { listWebhookRelayTypes: { "\ud800": 1 } }, "a name is empty, or not valid Unicode."],
    ["that are a failure without a name", { failures: { "": { code: 503 } } }, "failures, : a name is empty"],
  ])("%s are rejected", async (_name, data, finding) => {
    expect(await startFailure(contractJson, writeTemporaryFile("examples.json", JSON.stringify(data)))).toContain(
      finding,
    );
  });

  test.each([
    ["listWebhookRelayTypes: { one: !!binary aGk= }", "Unresolved tag.* at line 1"],
    ["listWebhookRelayTypes: { one: *other }", "Unresolved alias"],
  ])("as %s are rejected with the name of the file", async (text, finding) => {
    expect(await startFailure(contractJson, writeTemporaryFile("mine.yaml", text))).toMatch(
      new RegExp(`^mine.yaml isn't valid:\\n- .*${finding}`),
    );
  });

  test("are rejected with up to five problems each", async () => {
    const data = { getWebhookRelay: { a: { success: 1 }, b: { ...relay, config: {} } } };
    const problems = (
      await startFailure(contractJson, writeTemporaryFile("examples.json", JSON.stringify(data)))
    ).split("\n- ");
    expect(problems.filter((line) => line.includes("example a:")).length).toBe(4);
    expect(problems.filter((line) => line.includes("example b: /config")).length).toBe(4);
    const rooms = Array.from({ length: 20 }, () => ({}));
    const manyProblems = { listJunkInbox: { many: { pageSize: 1, pageNumber: 0, totalRooms: 20, rooms } } };
    const capped = (
      await startFailure(contractJson, writeTemporaryFile("examples.json", JSON.stringify(manyProblems)))
    ).split("\n- ");
    expect([capped.length, capped.at(-1)]).toEqual([7, expect.stringMatching(/example many: and \d+ more\.$/)]);
  });
});

const hostNames = "allowHosts must be names of hosts without a scheme, port or path, such as mock.";
test.each<[unknown, string]>([
  [{ prefer: 5 }, "startMock: prefer must be of type string."],
  [{ allowHosts: "mock" }, "startMock: allowHosts must be of type object."],
  [{ allowHosts: null }, hostNames],
  [{ allowHosts: [5] }, hostNames],
  [{ allowHosts: ["http://mock"] }, hostNames],
  [{ prot: 0 }, "startMock: unknown option prot. Known: port, host,"],
  [{ toString: 0 }, "startMock: unknown option toString. Known:"],
  [{ junkInboxInputNames: null }, "junkInboxInputNames takes its options as an object."],
  [null, "startMock takes its options as an object."],
  [{ host: "" }, "startMock: host must not be empty."],
  [{ examples: "" }, "startMock: examples must not be empty."],
  [{ prefer: "example=nope" }, "no operation has this example. Known: "],
])("startMock(%j) rejects with: %s", async (options, says) => {
  const mock = startMock(options as object);
  await expect(mock.then(({ close }) => close())).rejects.toThrow(says);
});

test("a port that is taken rejects with a sentence and the system's code", async () => {
  const { port, close } = await startMock({ port: 0 });
  const message = `Port ${port} is taken. Choose another port; 0 picks a free one.`;
  await expect(startMock({ port })).rejects.toMatchObject({ message, code: "EADDRINUSE" });
  await close();
});

test("a preference may name one of the tester's own examples", async () => {
  const examples = writeTemporaryFile("examples.json", JSON.stringify({ readAnything: { mine: [] } }));
  const mock = await startMock({ port: 0, contract: withUnknownBody, examples, prefer: "example=mine" });
  const { headers } = await fetch(`${mock.url}/api/v2/shapes/anything?token=t`);
  expect(headers.get("mock-example")).toBe("mine");
  await mock.close();
});

test.each<[string, object, string]>([
  ["the name of the token", { pageSize: "token" }, "none can be named token"],
  ["one name for two inputs", { pageSize: "x", pageNumber: "x" }, "two inputs can't share a name"],
  [
    "an unknown input",
    { size: "x" },
    "junkInboxInputNames: unknown option size. Known: paginate, pageNumber, pageSize, unreadOnly.",
  ],
  ["an empty name", { pageSize: "" }, "a name can't be empty"],
])("junk inbox names with %s are rejected by the mock and the test server", async (_, names, says) => {
  await expect(startMock({ port: 0, junkInboxInputNames: names })).rejects.toThrow(says);
  expect(() => createTestServer({ junkInboxInputNames: names })).toThrow(says);
});

test("a contract with credentials in a header is served without reading or recording them", async () => {
  const contract = editContract((document) => {
    document.components.securitySchemes.apiToken = { type: "http", scheme: "bearer" };
  });
  const mock = await startMock({ port: 0, contract });
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${mock.url}/api/v2/tokens`, { headers })).status;
  expect([await status({}), await status({ authorization: "Bearer s3cret" })]).toEqual([401, 200]);
  expect(JSON.stringify(mock.journal())).not.toContain("s3cret");
  await mock.close();
});

test.each<[string, object, Record<string, string>]>([
  ["a digest", { type: "http", scheme: "digest" }, { authorization: 'Digest username="s3cret"' }],
  ["a key in a cookie", { type: "apiKey", in: "cookie", name: "sid" }, { cookie: "a=b; sid=s3cret" }],
  ["a key in a header", { type: "apiKey", in: "header", name: "X-Key" }, { "x-key": "key" }],
  ["OpenID Connect", { type: "openIdConnect", openIdConnectUrl: "/" }, { authorization: "Bearer s3cret" }],
  ["OAuth 2", { type: "oauth2", flows: {} }, { authorization: "Bearer s3cret" }],
])("a contract with %s takes it, and rejects a request without", async (_, scheme, headers) => {
  const contract = editContract((document) => {
    document.components.securitySchemes.apiToken = scheme;
  });
  const mock = await startMock({ port: 0, contract });
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${mock.url}/api/v2/tokens?token=t`, { headers })).status;
  expect([await status({}), await status({ authorization: "Other s3cret" }), await status(headers)]).toEqual([
    401, 401, 200,
  ]);
  expect(JSON.stringify(mock.journal())).not.toContain("s3cret");
  await mock.close();
});

test("a contract with certificates alone takes every request, and records also those that it rejects", async () => {
  const contract = editContract((d) => (d.components.securitySchemes.apiToken = { type: "mutualTLS" }));
  const mock = await startMock({ port: 0, contract, logLevel: "silent" });
  const { status } = await fetch(`${mock.url}/api/v2/tokens`, { headers: { prefer: "example=nothing" } });
  expect([status, mock.journal()]).toEqual([404, [expect.objectContaining({ path: "/api/v2/tokens" })]]);
  await mock.close();
});

test("a rejection asks for no certificate, which a request over HTTP can't have", async () => {
  const contract = editContract((document) => {
    document.components.securitySchemes = {
      certificate: { type: "mutualTLS" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    };
    document.security = [{ certificate: [], key: [] }];
  });
  const mock = await startMock({ port: 0, contract });
  const response = await fetch(`${mock.url}/api/v2/tokens`);
  expect([response.status, (await response.json()).detail]).toEqual([
    401,
    "Credentials are missing: pass the header x-key.",
  ]);
  await mock.close();
});

test("a contract can refer to one part of itself often", async () => {
  const paths = Array.from({ length: 200 }, (_, number) => `  /${number}: { get: *shared }\n`).join("");
  const text = `openapi: 3.1.1\nx-shared: &shared { responses: { "204": { description: Done. } } }\npaths:\n${paths}`;
  expect(await startFailure(writeTemporaryFile("openapi.yaml", text))).toBe("it started");
});

test("a contract can merge keys, and refer to other files", async () => {
  const folder = dirname(
    writeTemporaryFile("schema.yaml", "type: object\nrequired: [a]\nproperties: { a: { type: integer } }\n"),
  );
  const contract = join(folder, "openapi.yaml");
  writeFileSync(
    contract,
    `openapi: 3.1.1
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
info: { title: Merged, version: 0.0.0 }
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
  const mock = await startMock({ port: 0, contract });
  const headers = { "content-type": "application/json" };
  const post = async (body: string) => (await fetch(`${mock.url}/b`, { method: "POST", headers, body })).status;
  expect([await post('{"a":1}'), await post("{}"), (await fetch(`${mock.url}/a`)).status]).toEqual([204, 422, 204]);
  await mock.close();
});

test("a parameter that isn't valid in OpenAPI 2.0 is named with its pointer, and the rest is served", async () => {
  const warning = vi.spyOn(console, "error").mockImplementation(() => {});
  const document = {
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
      "/nothing": { get: 5 },
    },
  };
  const mock = await startMock({ port: 0, contract: writeTemporaryFile("old.json", JSON.stringify(document)) });
  const { status } = await fetch(`${mock.url}/value`);
  await mock.close();
  expect(status).toBe(200);
  expect(warning.mock.calls.flat()).toEqual([
    "old.json#/paths/~1value/get/parameters/0: needs a name, and in: path, query, header, formData, body.",
    "old.json#/paths/~1value/get/parameters/1: Unresolved reference: #/parameters/none.",
  ]);
  vi.restoreAllMocks();
});

test("references to other machines, missing files and places without a target are named at the start, and the rest is served", async () => {
  const warning = vi.spyOn(console, "error").mockImplementation(() => {});
  const contract = editContract((d) => {
    const refer = ($ref: string) => ({
      200: { description: "A value.", content: { "application/json": { schema: { $ref } } } },
    });
    d.paths["/remote"] = { get: { responses: refer("https://nothing.invalid/schema.json") } };
    d.paths["/missing"] = { get: { responses: refer("./missing.json") } };
    d.paths["/place"] = { get: { responses: refer("./openapi.json#/components/schemas/Nothing") } };
  });
  const mock = await startMock({ port: 0, contract });
  const problems = warning.mock.calls.flat();
  const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  await mock.close();
  expect(status).toBe(200);
  const placeOf = (path: string) => `openapi.json#/paths/~1${path}/get/responses/200/content/application~1json/schema`;
  expect(problems).toEqual([
    `${placeOf("remote")}: Unresolved reference. Only references to files are followed.`,
    `${placeOf("missing")}: Unresolved reference. Can't read ${join(dirname(contract), "missing.json")}: no such file or directory.`,
    `${placeOf("place")}: Unresolved reference.`,
  ]);
  vi.restoreAllMocks();
});

test("a problem that each alternative of a schema has is reported once", async () => {
  const schema = { anyOf: [{ required: ["a"] }, { required: ["a"], minProperties: 1 }] };
  const responses = { 200: { description: "A value.", content: { "application/json": { schema, example: {} } } } };
  const document = { openapi: "3.1.1", info: { title: "A", version: "1" }, paths: { "/a": { get: { responses } } } };
  const contract = writeTemporaryFile("a.json", JSON.stringify(document));
  const mock = await startMock({ port: 0, contract, logLevel: "silent" });
  const problem = (await fetch(`${mock.url}/a`)).headers.get("mock-problem");
  await mock.close();
  expect(problem?.split("property 'a'")).toHaveLength(2);
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
  const responses = { 200: { description: "Accounts.", content: { "application/json": { schema } } } };
  const document = {
    openapi: "3.1.1",
    info: { title: "Accounts", version: "1" },
    paths: { "/accounts": { get: { responses } } },
    components: { schemas },
  };
  const contract = writeTemporaryFile("accounts.json", JSON.stringify(document));
  const mock = await startMock({ port: 0, contract, logLevel: "silent" });
  try {
    const accounts = (await (await fetch(`${mock.url}/accounts`)).json()) as object[];
    expect(accounts.length).toBeGreaterThan(0);
    expect(new Set(accounts.flatMap(Object.keys))).toEqual(new Set(["name"]));
  } finally {
    await mock.close();
  }
});

test.each<[schema: object, body: unknown]>([
  [{ description: "Anything." }, expect.any(String)],
  [{ $ref: "#/components/schemas/Any" }, expect.any(String)],
  [{ allOf: [{ description: "Anything." }, { $ref: "#/components/schemas/Any" }] }, expect.any(String)],
  [{ anyOf: [{ $ref: "#/components/schemas/Any" }, { type: "null" }] }, expect.any(String)],
  [{ allOf: [{ $ref: "#/components/schemas/Any" }, { type: "boolean" }] }, expect.any(Boolean)],
  [{ not: { type: "string" } }, expect.not.stringMatching("")],
  [
    { properties: { a: {}, b: { title: "B" } }, required: ["a", "b"] },
    expect.objectContaining({ a: expect.any(String), b: expect.any(String) }),
  ],
])("a random body of the schema %j, which gives no type, is a value and not the schema", async (schema, body) => {
  const object = { type: "object", properties: { value: schema }, required: ["value"] };
  const responses = { 200: { description: "A value.", content: { "application/json": { schema: object } } } };
  const components = { schemas: { Any: { description: "Any.", "x-origin": { $comment: "By hand." } } } };
  const paths = { "/value": { get: { responses } } };
  const document = { openapi: "3.1.1", info: { title: "Values", version: "1" }, paths, components };
  const contract = writeTemporaryFile("values.json", JSON.stringify(document));
  const mock = await startMock({ port: 0, contract, logLevel: "silent" });
  const response = await fetch(`${mock.url}/value?__dynamic=true`);
  await mock.close();
  expect([response.headers.get("mock-problem"), await response.json()]).toEqual([
    null,
    expect.objectContaining({ value: body }),
  ]);
});

test.each<[schema: unknown, problem: string | null]>([
  [{ type: "array", items: { type: "integer" }, uniqueItems: true, minItems: 2 }, null],
  [{ type: "object", minProperties: 2 }, null],
  [{ type: "integer", minimum: 5000 }, null],
  [{ type: "array", items: { type: "integer" }, contains: { const: 5 } }, null],
  [{ type: "string", pattern: "^[A-Z]{2}-\\d{3,}$", minLength: 9 }, null],
  [{ type: "string", pattern: "^\\+?[1-9]\\d{1,14}$" }, null],
  [{ type: "string", format: "duration" }, null],
  [{ type: "string", format: "uuid" }, null],
  [{ oneOf: [{ properties: { a: { type: "integer" } } }, { properties: { a: { type: "string" } } }] }, null],
  // The first alternative is valid for both.
  [{ oneOf: [{ type: "number" }, { type: "integer" }, { type: "string" }] }, null],
  // No text matches a look-ahead that contradicts what follows.
  [{ type: "string", pattern: "^(?=b)a" }, "The generated body doesn't match its schema."],
  [false, "No body can be generated from this schema."],
  [
    { type: "text" },
    "The generated body isn't checked: schema is invalid: data/type must be equal to one of the allowed values, " +
      "data/type must be array, data/type must match a schema in anyOf",
  ],
])("a generated body of the schema %j is the same each time, and has the problem %j", async (schema, problem) => {
  const responses = { 200: { description: "A value.", content: { "application/json": { schema } } } };
  const paths = { "/value": { get: { responses } } };
  const document = { openapi: "3.1.1", info: { title: "Values", version: "1" }, paths };
  const contract = writeTemporaryFile("values.json", JSON.stringify(document));
  const mock = await startMock({ port: 0, contract, logLevel: "silent" });
  try {
    const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${mock.url}/value`)));
    expect(new Set(answers.map(({ headers }) => headers.get("mock-problem")))).toEqual(new Set([problem]));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    if (schema === false) expect(bodies[0]).toBe("");
  } finally {
    await mock.close();
  }
});
