import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mock } from "../../src/mock/index.ts";
import { type Servers, startServers } from "./servers.ts";

let servers: Servers;
let mock: Mock;
let server: Servers["server"];

beforeAll(async () => {
  servers = await startServers(join(import.meta.dirname, "shapes.yaml"));
  ({ mock, server } = servers);
});
afterAll(() => servers?.close());

const comparedHeaders = [
  "content-type",
  "location",
  "x-total",
  "x-kind",
  "x-note",
  "x-default",
  "x-example",
  "x-examples",
  "x-named",
  "x-const",
  "x-left",
  "mock-operation",
  "mock-example",
  "mock-source",
  "mock-rejection",
  "preference-applied",
];
const names = [...comparedHeaders, "mock-unspecified", "mock-undeclared", "allow"];

async function describeResponse(response: Response) {
  const headers = names.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : []));
  return { status: response.status, body: await response.text(), headers: Object.fromEntries(headers) };
}

/** Sends a request to both servers, and returns their response, which must be the same. */
async function sendToBoth(method: string, path: string, init: RequestInit = {}) {
  const target = `/api/v2/${path}${path.includes("?") ? "&" : "?"}token=t`;
  const options = { redirect: "manual", ...init, method } as const;
  const mockResponse = await describeResponse(await fetch(`${mock.url}${target}`, options));
  const response = await describeResponse(await server.fetch(`http://phone-agent.test${target}`, options));
  expect(response).toEqual(mockResponse);
  expect(mockResponse.body).not.toContain("s3cret");
  return response;
}

const tenant = { "x-tenant": "t1" };
const json = (value: unknown, type = "application/json") => ({
  body: JSON.stringify(value),
  headers: { "content-type": type },
});
const createBody = (type: string, body: string) => ({ body, headers: { "content-type": type } });
const createForm = (fields: Record<string, string>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { body };
};

test.each<[string, number, string, string, RequestInit?, string?]>([
  [
    "inputs of every kind",
    200,
    "GET",
    "items?limit=5&ids=1,2&tags=new&tags=old&since=&left=3",
    { headers: { ...tenant, "x-levels": "1,2" } },
  ],
  [
    "an input of another type",
    422,
    "GET",
    "items?limit=many",
    { headers: tenant },
    "The query parameter limit must be integer.",
  ],
  ["an input out of bounds", 422, "GET", "items?limit=0", { headers: tenant }, "limit must be >= 1"],
  ["an input twice", 422, "GET", "items?limit=1&limit=2", { headers: tenant }, "limit takes one value."],
  ["a list with an item of another type", 422, "GET", "items?ids=1,x", { headers: tenant }, "ids.1 must be integer"],
  [
    "a value beyond its enumeration",
    422,
    "GET",
    "items?tags=new&tags=x",
    { headers: tenant },
    "allowed values: new, old",
  ],
  ["a text in another format", 422, "GET", "items?since=today", { headers: tenant }, 'since must match format "date"'],
  ["a missing header", 422, "GET", "items", {}, "The header x-tenant is missing."],
  [
    "a header against its pattern",
    422,
    "GET",
    "items",
    { headers: { "x-tenant": "a" } },
    "The header x-tenant must match pattern",
  ],
  [
    "a list in a header with an item of another type",
    422,
    "GET",
    "items",
    { headers: { ...tenant, "x-levels": "a" } },
    "x-levels.0",
  ],
  ["a body without its read-only field", 200, "POST", "items", json({ name: "a", parent: { name: "b" } })],
  ["a body without a field", 422, "POST", "items", json({}), "The body, name, is missing."],
  ["a body without a nested field", 422, "POST", "items", json({ name: "a", parent: {} }), "parent.name, is missing."],
  [
    "a field in another format",
    422,
    "POST",
    "items",
    json({ name: "a", mail: "x" }),
    'mail, must match format "email"',
  ],
  ["a body of invalid JSON", 400, "POST", "items", createBody("application/json", "{"), "The body isn't JSON"],
  ["a missing body", 422, "POST", "items", {}, "The body is missing."],
  [
    "a body of another type",
    415,
    "POST",
    "items",
    createBody("text/plain", "a"),
    "takes a body of type application/json.",
  ],
  ["a malformed type", 400, "POST", "items", createBody("json", "a"), "Content-Type is malformed."],
  ["a JSON body with a charset", 200, "POST", "items", json({ name: "a" }, "Application/JSON; charset=utf-8")],
  [
    "a documented error",
    422,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "code=422" } },
  ],
  [
    "an example of a documented error",
    422,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "example=blank" } },
  ],
  [
    "a documented range of errors",
    409,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "code=409" } },
  ],
  [
    "an undocumented error",
    503,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "code=503" } },
  ],
  [
    "another success",
    202,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "code=202" } },
  ],
  [
    "a success without content",
    204,
    "POST",
    "items",
    { ...json({ name: "a" }), headers: { "content-type": "application/json", prefer: "code=204" } },
  ],
  ["a path value", 200, "GET", "items/7"],
  ["a path value of another type", 422, "GET", "items/x", {}, "The path value id must be integer."],
  ["a path with text after its value", 200, "GET", "items/7.json"],
  ["a path with a verb", 204, "POST", "items/true:publish"],
  [
    "a path with a verb and a value of another type",
    422,
    "POST",
    "items/7:publish",
    {},
    "The path value id must be boolean.",
  ],
  ["a literal end", 204, "GET", "items/7/live"],
  ["a literal beginning", 204, "GET", "items/versions/live"],
  ["a merge patch", 204, "PATCH", "items/7", json({ name: null }, "application/merge-patch+json")],
  [
    "a merge patch with a field of another type",
    422,
    "PATCH",
    "items/7",
    json({ name: 1 }, "application/merge-patch+json"),
    "name, must be string,null",
  ],
  ["an optional body that is left out", 204, "PATCH", "items/7"],
  ["a form", 204, "POST", "form", { body: new URLSearchParams("size=1&kinds=a&kinds=b") }],
  [
    "a form with a field of another type",
    422,
    "POST",
    "form",
    { body: new URLSearchParams("size=a") },
    "size, must be integer",
  ],
  ["a form without a field", 422, "POST", "form", { body: new URLSearchParams("a=1") }, "The body, size, is missing."],
  ["the first of several bodies", 200, "POST", "import", createBody("text/csv", "id\n1")],
  ["a text against its pattern", 422, "POST", "import", createBody("text/csv", "x"), "The body must match pattern"],
  [
    "a text that may be null against its pattern",
    422,
    "POST",
    "import",
    createBody("text/tab-separated-values", "x"),
    "The body must match pattern",
  ],
  ["the second of several bodies", 200, "POST", "import", json([])],
  ["the third of several bodies", 200, "POST", "import", createForm({ file: "a", count: "1" })],
  [
    "a multipart body with a field of another type",
    422,
    "POST",
    "import",
    createForm({ file: "a", count: "x" }),
    "count, must be integer",
  ],
  [
    "an invalid multipart body",
    400,
    "POST",
    "import",
    createBody("multipart/form-data; boundary=x", "a"),
    "The body isn't a form.",
  ],
  [
    "the response that Accept prefers",
    200,
    "POST",
    "import",
    { ...json([]), headers: { "content-type": "application/json", accept: "application/json, text/csv;q=0.5" } },
  ],
  [
    "a response that Accept leaves out",
    406,
    "POST",
    "import",
    { ...json([]), headers: { "content-type": "application/json", accept: "image/*" } },
  ],
  ["a response without a schema", 200, "GET", "image"],
  ["a redirect", 302, "GET", "download"],
  ["a page", 200, "GET", "pages?size=2&page=2"],
  ["a page after the last", 200, "GET", "pages?size=2&page=9"],
  [
    "a page size with a fraction, whatever Accept leaves out",
    422,
    "GET",
    "pages?size=2.0",
    { headers: { accept: "text/html" } },
    "The query parameter size takes one value: an integer from 0.",
  ],
  [
    "a page size with a fraction, whatever status is preferred",
    422,
    "GET",
    "pages?size=2.0",
    { headers: { prefer: "code=299" } },
    "The query parameter size takes one value: an integer from 0.",
  ],
  ["a cursor", 200, "GET", "cursors?after=two"],
  ["a cursor of the last page", 200, "GET", "cursors?after=three"],
  [
    "a cursor that no page has",
    422,
    "GET",
    "cursors?after=s3cret",
    {},
    "No example of this response has this cursor in next.",
  ],
  ["an undeclared parameter", 200, "GET", "pages?a=1"],
])("%s gets %i from both servers", async (_name, status, method, path, init, detail) => {
  const response = await sendToBoth(method, path, init);
  expect(response.status, response.body).toBe(status);
  if (detail !== undefined) expect(response.headers["mock-rejection"]).toContain(detail);
  expect(response.body).not.toContain("s3cret");
});

test("declared response headers are sent, and a header without a value is missing and marked", async () => {
  expect((await sendToBoth("GET", "items", { headers: tenant })).headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-total": "2",
    "x-kind": "full",
    "x-note": "a %C3%A4",
    "x-default": "d",
    "x-example": "e",
    "x-examples": "f",
    "x-named": "n",
    "x-const": "1",
    "mock-unspecified": "header x-left",
  });
  const redirect = await sendToBoth("GET", "download");
  expect(redirect).toMatchObject({ body: "", headers: { "mock-unspecified": "body, header location" } });
  expect(redirect.headers).not.toHaveProperty("location");
});

test("declared inputs are never listed as undeclared", async () => {
  const { headers } = await sendToBoth("GET", "items?limit=5&ids=1,2&tags=new&left=3&other=1", { headers: tenant });
  expect(headers["mock-undeclared"]).toBe("other");
});

test("a body that isn't JSON is sent unchanged, with its type", async () => {
  const csv = await sendToBoth("POST", "import", json([]));
  expect([csv.headers["content-type"], csv.body, csv.headers["mock-unspecified"]]).toEqual([
    "text/csv; charset=utf-8",
    "id,name\n1,ä\n",
    undefined,
  ]);
  const image = await sendToBoth("GET", "image");
  expect([image.headers["content-type"], image.body, image.headers["mock-unspecified"]]).toEqual([
    "image/png",
    "",
    "body",
  ]);
});

test("a text without an example is a plain text", async () => {
  const { body, headers } = await sendToBoth("GET", "text");
  expect([body, headers["mock-source"], headers["mock-unspecified"]]).toEqual(["string", "generated", undefined]);
});

test("errors and other successes have the contract's example", async () => {
  const prefer = async (prefer: string) => {
    const headers = { "content-type": "application/json", prefer };
    const { status, body, headers: marks } = await sendToBoth("POST", "items", { ...json({ name: "a" }), headers });
    return [status, body, marks["mock-example"], marks["mock-unspecified"]];
  };
  expect(await prefer("code=422")).toEqual([422, '{"error":"taken"}', "taken", undefined]);
  expect(await prefer("example=blank")).toEqual([422, '{"error":"blank"}', "blank", undefined]);
  expect(await prefer("code=409")).toEqual([409, "{}", "other", "status"]);
  expect(await prefer("code=503")).toEqual([503, "null", undefined, "status, body"]);
  expect(await prefer("code=202")).toEqual([202, '{"queued":true}', "queued", undefined]);
  expect(await prefer("code=204")).toEqual([204, "", undefined, undefined]);
});

test("a failure of the test server has the contract's example, and the tester's body replaces it", async () => {
  server.on["createItem"]?.fail(422);
  const send = () =>
    server.fetch("http://phone-agent.test/api/v2/items?token=t", { method: "POST", ...json({ name: "a" }) });
  expect(await (await send()).json()).toEqual({ error: "taken" });
  server.reset();
  server.on["createItem"]?.replyWith({ id: 9 });
  expect(await (await send()).json()).toEqual({ id: 9 });
  server.reset();
});

test("an example of another type than the first is found by its name", async () => {
  const headers = { "content-type": "application/json", prefer: "example=list" };
  const { body, headers: marks } = await sendToBoth("POST", "import", { ...json([]), headers });
  expect([body, marks["content-type"]]).toEqual(["[1]", "application/json"]);
});

test("headers of one failure aren't those of the next, and a body of the tester isn't cut to a page", async () => {
  const send = (method: string, path: string, init: RequestInit = {}) =>
    server.fetch(`http://a.test/api/v2/${path}`, { method, ...init });
  const createItem = () => send("POST", "items?token=t", json({ name: "a" }));
  server.on["createItem"]?.fail(422, { headers: { "x-a": "1" } });
  expect((await createItem()).headers.get("x-a")).toBe("1");
  server.reset();
  server.on["createItem"]?.fail(422);
  expect((await createItem()).headers.get("x-a")).toBeNull();
  const body = { page: 1, total: 2, rows: ["a", "b"] };
  server.on["listPages"]?.replyWith(body);
  expect(await (await send("GET", "pages?size=1&token=t")).json()).toEqual(body);
  server.reset();
});

test("pages are cut from the first example, and cursors select the next example", async () => {
  const body = async (path: string, prefer = "") =>
    JSON.parse((await sendToBoth("GET", path, { headers: { prefer } })).body);
  expect(await body("pages?size=2")).toEqual({ page: 1, total: 3, rows: ["a", "b"] });
  expect(await body("pages?size=2&page=2")).toEqual({ page: 2, total: 3, rows: ["c"] });
  expect(await body("pages?size=2&page=3")).toEqual({ page: 3, total: 3, rows: [] });
  expect(await body("cursors")).toEqual({ rows: ["a"], next: "two" });
  expect(await body("cursors?after=two")).toEqual({ rows: ["b"], next: "three" });
  expect(await body("cursors?after=two", "example=first")).toEqual({ rows: ["a"], next: "two" });
  expect(await body("cursors?after=three")).toEqual({ rows: [], next: null });
});

test("a rejected page input has the response that the contract documents for it", async () => {
  const { status, body } = await sendToBoth("GET", "pages?size=2.0");
  expect([status, body]).toEqual([422, '{"error":"size"}']);
});

test("a body that the contract leaves open is never generated: it is its example, or null", async () => {
  const prefer = async (prefer: string) => {
    const { status, body, headers } = await sendToBoth("GET", "open", { headers: { prefer } });
    expect(headers["preference-applied"]).toBe(prefer.includes("code") ? "code=404" : undefined);
    return [status, body, headers["mock-source"], headers["mock-unspecified"]];
  };
  expect(await prefer("dynamic=true")).toEqual([200, "[1]", "contract", "body"]);
  expect(await prefer("dynamic=true, code=404")).toEqual([404, "null", "contract", "body"]);
});

test("an operation without security takes no token", async () => {
  for (const send of [
    (path: string) => fetch(mock.url + path),
    (path: string) => server.fetch(`http://a.test${path}`),
  ]) {
    expect([(await send("/api/v2/public?a=b")).status, (await send("/api/v2/download")).status]).toEqual([204, 401]);
  }
  // Only a rejected request may have its token elsewhere.
  for (const entries of [mock.journal(), server.calls()]) {
    expect(entries.slice(-2)).toMatchObject([
      { path: "/api/v2/public", query: { a: "b" } },
      { path: "", query: {} },
    ]);
  }
});

test("a random body is marked, and the test server rejects a request for one", async () => {
  const path = "/api/v2/items?token=t";
  const init = { headers: { ...tenant, prefer: "dynamic=true" } };
  const mockResponse = await fetch(mock.url + path, init);
  expect([mockResponse.status, mockResponse.headers.get("mock-source")]).toEqual([200, "generated"]);
  const serverResponse = await server.fetch(`http://a.test${path}`, init);
  expect([serverResponse.status, (await serverResponse.json()).detail]).toEqual([
    422,
    expect.stringContaining("generates no random bodies"),
  ]);
});
