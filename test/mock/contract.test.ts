import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { contractFile } from "../../scripts/contract.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { contractOf, readPart } from "../shapes/contract.ts";
import { file } from "./helpers.ts";

// biome-ignore lint/suspicious/noExplicitAny: an edit may make anything of the document
type Document = any;

/** A copy of the contract with an edit. */
function edited(edit: (document: Document) => void): string {
  const document = parse(readFileSync(contractFile, "utf8"));
  edit(document);
  return file("openapi.yaml", stringify(document));
}

/** The contract with an operation whose response has an unknown body. */
const withUnknownBody = file("unknown-body.yaml", stringify(contractOf([readPart("undocumented-body")])));

const failure = async (contract: string, examples?: string): Promise<string> => {
  const mock = await startMock({ port: 0, contract, ...(examples !== undefined && { examples }) }).catch(
    (error: Error) => error.message,
  );
  if (typeof mock === "string") return mock;
  await mock.close();
  return "it started";
};

const tokens = (document: Document) => document.paths["/api/v2/tokens"].get;

describe("the mock does not start, and says why, with a contract", () => {
  test.each<[string, (document: Document) => void, string]>([
    ["of another OpenAPI", (d) => (d.openapi = "3.0.3"), "OpenAPI 3.1"],
    [
      "of another dialect",
      (d) => delete d.jsonSchemaDialect,
      "jsonSchemaDialect must be https://json-schema.org/draft/2020-12",
    ],
    ["without operations", (d) => (d.paths = {}), "It has no operations."],
    [
      "with an operation without an id",
      (d) => delete tokens(d).operationId,
      "GET /api/v2/tokens: it has no operationId.",
    ],
    [
      "with an id twice",
      (d) => (tokens(d).operationId = "listJunkInbox"),
      "GET /api/v2/tokens: its operationId is not unique.",
    ],
    ["without a successful response", (d) => delete tokens(d).responses["2XX"], "it declares no successful response"],
    [
      "with a reference to nothing",
      (d) => delete d.components.schemas.Token,
      "The reference #/components/schemas/Token leads nowhere.",
    ],
    [
      "with an unknown security scheme",
      (d) => delete d.components.securitySchemes.apiToken,
      "apiToken is not declared",
    ],
    [
      "with a schema that is none",
      (d) => (d.components.schemas.Token.properties.userId.type = "integr"),
      "listTokens, response 2XX: schema is invalid",
    ],
    [
      "with an example that does not fit",
      (d) => (tokens(d).responses["2XX"].content["application/json"].examples.empty.value.tokens = [{ token: 1 }]),
      "listTokens, response 2XX, example empty: /tokens/0 must have required property 'description'.",
    ],
    [
      "with an operation behind another",
      (d) => {
        const operation = { ...d.paths["/api/v2/webhookRelay/{type}"].get, operationId: "hidden" };
        d.paths["/api/v2/webhookRelay/{other}"] = { get: operation };
      },
      "GET /api/v2/webhookRelay/{other}: no request reaches it, because GET /api/v2/webhookRelay/{type} takes them.",
    ],
  ])("%s", async (_name, edit, finding) => {
    expect(await failure(edited(edit))).toContain(finding);
  });

  test("that is no YAML", async () => {
    expect(await failure(file("openapi.yaml", "openapi: 3.1.1\npaths: ["))).toMatch(/line \d+: /);
  });

  test("that is not there", async () => {
    expect(await failure("/nowhere/openapi.yaml")).toBe("Cannot read /nowhere/openapi.yaml: no such file.");
  });
});

test("the schemas are those of 2020-12: a keyword that draft-07 lacks is applied", async () => {
  const contract = edited((document) => {
    document.components.schemas.TokenList.unevaluatedProperties = false;
    tokens(document).responses["2XX"].content["application/json"].examples.empty.value.extra = 1;
  });
  expect(await failure(contract)).toContain("example empty: must NOT have unevaluated properties");
});

describe("the tester's own examples", () => {
  const relay = {
    success: true,
    message: "mine",
    config: { url: "https://example.com", timeout: 1, headers: [], successStatusCodes: [] },
  };
  const examples = file(
    "examples.yaml",
    stringify({ getWebhookRelay: { sms: relay, empty: relay }, readAnything: { two: ["sms", "call"] } }),
  );
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ port: 0, contract: withUnknownBody, examples });
  });
  afterAll(() => mock.close());
  const ask = (path: string, prefer = "") => fetch(`${mock.url}/api/v2/${path}?token=t`, { headers: { prefer } });

  test("one that is named like the requested type is that type's response", async () => {
    const [sms, other] = [await ask("webhookRelay/sms"), await ask("webhookRelay/fax")];
    expect([sms.headers.get("mock-example"), other.headers.get("mock-example")]).toEqual(["sms", "every-field"]);
    expect([sms.headers.get("mock-source"), other.headers.get("mock-source")]).toEqual(["tester", "contract"]);
    expect(await sms.json()).toEqual(relay);
  });

  test("one that Prefer names goes before the one of the type", async () => {
    expect((await ask("webhookRelay/sms", "example=several-headers")).headers.get("mock-example")).toBe(
      "several-headers",
    );
  });

  test("one with a name of the contract takes its place", async () => {
    const response = await ask("webhookRelay/fax", "example=empty");
    expect([response.headers.get("mock-source"), await response.json()]).toEqual(["tester", relay]);
  });

  test("the first for an operation without examples is its response", async () => {
    const response = await ask("shapes/anything");
    expect(await response.json()).toEqual(["sms", "call"]);
    expect(response.headers.get("mock-unspecified")).toBe("status, body");
  });

  test("one that does not match the contract is rejected on a reload, and the last valid state stays", async () => {
    const good = readFileSync(examples, "utf8");
    writeFileSync(examples, stringify({ getWebhookRelay: { sms: { success: true } } }));
    await expect(mock.reload()).rejects.toThrow("getWebhookRelay, response 200, example sms:");
    expect(await (await ask("webhookRelay/sms")).json()).toEqual(relay);
    writeFileSync(examples, good);
  });

  test("a change is there after a reload", async () => {
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
    ["for what every object has", { toString: { a: 1 } }, "toString: unknown operation."],
    [
      "with a name that is not valid Unicode",
      { listWebhookRelayTypes: { "\ud800": 1 } },
      "example is empty, or not valid Unicode",
    ],
    ["without a name", { listWebhookRelayTypes: { "": 1 } }, "example is empty, or not valid Unicode"],
  ])("%s are rejected", async (_name, data, finding) => {
    expect(await failure(contractFile, file("examples.json", JSON.stringify(data)))).toContain(finding);
  });

  test.each([
    ["listWebhookRelayTypes: { __proto__: [sms] }", "__proto__ cannot be a name."],
    ["listWebhookRelayTypes: { one: [{ '__proto__': 1 }] }", "__proto__ cannot be a name."],
    ["listWebhookRelayTypes: { one: !!binary aGk= }", "unsupported YAML"],
  ])("as %s are rejected with the name of the file", async (text, finding) => {
    expect(await failure(contractFile, file("mine.yaml", text))).toMatch(
      new RegExp(`^mine.yaml is not valid:\\n- .*${finding}`),
    );
  });

  test("have every mistake listed, up to a few", async () => {
    const data = { getWebhookRelay: { a: { success: 1 }, b: { ...relay, config: {} } } };
    const told = (await failure(contractFile, file("examples.json", JSON.stringify(data)))).split("\n- ");
    expect(told.filter((line) => line.includes("example a:")).length).toBe(4);
    expect(told.filter((line) => line.includes("example b: /config")).length).toBe(4);
    const rooms = Array.from({ length: 20 }, () => ({}));
    const many = { listJunkInbox: { many: { pageSize: 1, pageNumber: 0, totalRooms: 20, rooms } } };
    const capped = (await failure(contractFile, file("examples.json", JSON.stringify(many)))).split("\n- ");
    expect([capped.length, capped.at(-1)]).toEqual([7, expect.stringMatching(/example many: and \d+ more\.$/)]);
  });
});

test.each<[unknown, string]>([
  [{ prefer: 5 }, "startMock: prefer must be of type string."],
  [{ prot: 0 }, "startMock: unknown option prot. Known: port, host,"],
  [{ toString: 0 }, "startMock: unknown option toString. Known:"],
  [{ junkInboxInputNames: null }, "startMock: junkInboxInputNames must be of type object."],
  [null, "startMock takes its options as an object."],
  [{ host: "" }, "startMock: host must not be empty."],
  [{ examples: "" }, "startMock: examples must not be empty."],
  [{ prefer: "example=nope" }, "no operation has this example. Known: "],
])("startMock(%j) says: %s", async (options, says) => {
  const mock = startMock(options as object);
  await expect(mock.then(({ close }) => close())).rejects.toThrow(says);
});

test("a preference may name one of the tester's own examples", async () => {
  const examples = file("examples.json", JSON.stringify({ readAnything: { mine: [] } }));
  const mock = await startMock({ port: 0, contract: withUnknownBody, examples, prefer: "example=mine" });
  const { headers } = await fetch(`${mock.url}/api/v2/shapes/anything?token=t`);
  expect(headers.get("mock-example")).toBe("mine");
  await mock.close();
});

test.each<[string, object, string]>([
  ["the name of the token", { pageSize: "token" }, "none can be named token"],
  ["one name for two inputs", { pageSize: "x", pageNumber: "x" }, "two inputs cannot share a name"],
  ["an unknown input", { size: "x" }, "unknown input size"],
  ["an empty name", { pageSize: "" }, "the name of pageSize must be a string, not empty"],
])("junk inbox names with %s are rejected by the mock and the test server", async (_, names, says) => {
  await expect(startMock({ port: 0, junkInboxInputNames: names })).rejects.toThrow(says);
  expect(() => createTestServer({ junkInboxInputNames: names })).toThrow(says);
});

test("a contract with credentials in a header is served without reading or recording them", async () => {
  const contract = edited((document) => {
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
  ["OAuth 2", { type: "oauth2", flows: {} }, { authorization: "Bearer s3cret" }],
])("a contract with %s takes it, and rejects a request without", async (_, scheme, headers) => {
  const contract = edited((document) => {
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

test("a contract can merge keys, and refer to other files", async () => {
  const folder = dirname(file("schema.yaml", "type: object\nrequired: [a]\nproperties: { a: { type: integer } }\n"));
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
