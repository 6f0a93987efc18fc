import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { splitItems } from "../../src/core/media.ts";
import { readData } from "../data.ts";
import { rawRequest, sendRaw, writeTemporaryFile } from "../mock/helpers.ts";
import { type Servers, startServers } from "./servers.ts";

// The same requests to a mock and a test server of one contract.

const { operations, ...document } = readData("testing/servers.yaml");
const paths = Object.entries<object>(operations).map(([path, details]) => {
  const operationId = path
    .replace(/\/.*/, "")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const operation = { operationId, responses: { "204": { description: "ok" } }, ...details };
  return [`/api/v2/${path}`, { ["requestBody" in details ? "post" : "get"]: operation }];
});

let servers: Servers;
beforeAll(async () => {
  const contract = { ...document, paths: Object.fromEntries(paths) };
  servers = await startServers(writeTemporaryFile("servers.json", JSON.stringify(contract)));
});
afterEach(() => servers.server.reset());
afterAll(() => servers.close());

const withToken = (path: string) => `/api/v2/${path}${path.includes("?") ? "&" : "?"}token=t`;
const overHttp = (path: string, init?: RequestInit) =>
  fetch(servers.mock.url + withToken(path), init);
const inProcess = (path: string, init?: RequestInit) =>
  servers.server.fetch(`http://a.test${withToken(path)}`, init);
const sends = [overHttp, inProcess];
const withHeaders = (headers: Record<string, string>): RequestInit => ({ headers });
const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body,
  headers,
});
const json = (text: string, headers = {}) =>
  post(text, { "content-type": "application/json", ...headers });
function multipart(list: string, object = '{"a":1}'): FormData {
  const form = new FormData();
  form.append("x[y]", "1");
  form.append("l", list);
  form.append("o", object);
  form.append("f", new Blob(["abc"]));
  return form;
}
const version = (number: number) => ({
  "content-type": `Application/JSON;charset=utf-8; version=${number}`,
});
const neededHeader = { "x-need": "1" };
const basic = `Basic ${btoa("user:s3cret")}`;

test.each<[name: string, status: number, path: string, init?: RequestInit]>([
  ["a hexadecimal integer", 422, "q?limit=0x10"],
  ["an item of an enumeration of integers without a type", 204, "q?level=1"],
  ["a list with an item below a bound without a type", 422, "q?bounded=0"],
  ["a text of digits that is too large as an integer", 204, "q?year=2024"],
  ["a text that isn't false and fits as a text", 204, "q?mode=true"],
  ["the text null for an integer or null", 204, "q?count=null"],
  [
    "a number that isn't an integer, of a name that can have an integer or a text",
    204,
    "free?any=1.5",
  ],
  ["a free-form name and a declared name of another type", 422, "named-and-free?any=a&size=x"],
  [
    "an object by its properties, and its name alone, which is ignored",
    204,
    "q?filter=x&filter[a]=1",
  ],
  ["an object in JSON in place of brackets", 422, `q?deep[a]=${encodeURIComponent('{"b":1}')}`],
  ["a nested object and a text in its place", 422, "q?deep[a]=1&deep[a][b]=2"],
  ["a list three names deep", 204, "q?deep[a][c][d]=true&deep[a][c][d]=false"],
  [
    "a list three names deep with an item of another type",
    422,
    "q?deep[a][c][d][]=true&deep[a][c][d][]=x",
  ],
  [
    "a list in an object in three ways, with too many items",
    422,
    "q?deep[r]=1&deep[r][]=2&deep[r][0]=3",
  ],
  ["a list in an object with an index that is too large for a list", 422, "q?deep[r][20]=1"],
  ["an object in a list", 204, "q?deep[l][0][b]=1&deep[l][1][b]=2"],
  ["an object in a list with empty brackets", 422, "q?deep[l][][b]=1"],
  ["an object whose names look like indexes", 204, "q?deep[m][0]=1&map[7]=1"],
  ["an object with an empty name", 422, "q?map[]=1"],
  [
    "a name of every object as a property of any name",
    204,
    "q?map[__proto__]=1&map[constructor]=1",
  ],
  ["a list with empty brackets", 204, "q?tags[]=1&tags[]=2"],
  ["six names in brackets", 422, "q?must[a]=1&must[b][c][d][e][f][g]=1"],
  ["five names in brackets", 204, "q?must[a]=1&must[b][c][d][e][f]=1"],
  ["an invalid UUID", 422, "q?id=x"],
  ["an input of JSON", 204, `q?j=${encodeURIComponent('{"a":1}')}`],
  ["an input of JSON of another type", 422, `q?j=${encodeURIComponent("{}")}`],
  ["an input of JSON of any type, twice", 422, "q?any-json=1&any-json=2"],
  ["a list in a header, appended twice", 204, "q", withHeaders({ "x-levels": "1, 2" })],
  ["the JSON body false", 204, "flag", json("false")],
  ["JSON without a Content-Type", 204, "opt", post(new TextEncoder().encode('{"a":1}'))],
  [
    "a body without the read-only field of a part of its schema",
    204,
    "composed",
    json('{"name":"a"}'),
  ],
  ["a body that is a constant with a field like a keyword", 204, "constant", json('{"title":"a"}')],
  ["a body that satisfies all of these rules", 204, "obj", json('{"a":1,"b":"x"}', neededHeader)],
  [
    "a missing header before a body of another type",
    422,
    "obj",
    post("x", { "content-type": "text/plain" }),
  ],
  [
    "a form with two properties of one object and a list",
    204,
    "form",
    post(new URLSearchParams("o[a]=1&o[l]=2&l=1")),
  ],
  [
    "a form with a property four names deep, of another type",
    422,
    "form",
    post(new URLSearchParams("o[b][c][d][e]=x")),
  ],
  ["a form with a list in one field, twice", 422, "form", post(new URLSearchParams("l=1&l=2"))],
  ["a body of the exact type, which is declared after a range", 200, "precise", json('{"a":1}')],
  ["a body of the exact type that is valid in the range only", 422, "precise", json('{"b":1}')],
  ["a form with a text twice", 422, "form", post(new URLSearchParams("s=a&s=b"))],
  [
    "a multipart body with a name in brackets, an object of JSON and a file",
    204,
    "multipart",
    post(multipart("1")),
  ],
  [
    "a multipart body with a list in one field, as only other forms can have a style",
    422,
    "multipart",
    post(multipart("1,2")),
  ],
  [
    "a form with a text whose schema has a condition on numbers",
    204,
    "form",
    post(new URLSearchParams("s=5")),
  ],
  ["an empty boolean that may be empty", 204, "q?blank"],
  [
    "a body of the first version, under the type of the second",
    422,
    "versions",
    post('{"one":1}', version(2)),
  ],
  [
    "XML for an object, which no server reads",
    204,
    "xml",
    post("<a/>", { "content-type": "application/xml" }),
  ],
  ["a file of invalid JSON for a text of any type", 204, "file", json("{")],
  ["an operation that declares only responses before the final one", 200, "early"],
  ["any value, twice", 204, "q?open=a&open=b"],
  ["the text null where null is also allowed", 204, "q?word-or-null=null"],
  ["a list in one text with a space", 422, "q?joined=1,%202"],
  [
    "an exploded object in a header, with an equals sign in a value",
    204,
    "q",
    withHeaders({ "x-pairs": "a=b=c" }),
  ],
  ["an integer for a free-form number", 204, "numbers?any=1"],
  ["a text for a free-form number", 422, "numbers?any=a"],
  [
    "two cookies of one name, of which the first counts",
    204,
    "cookie",
    { headers: { cookie: "lang=en; page=9; page=x" } },
  ],
  ["the placeholder of free-form inputs", 422, "free?inputs=1"],
  ["a property of the placeholder of free-form inputs", 422, "free?inputs[a]=1"],
  ["an empty list that must have an item", 422, "names?ids="],
  ["a list with spaces", 204, "names?s=1%202"],
  ["a list whose style has pipes, exploded", 204, "names?e=1&e=2"],
  ["an operation that takes a certificate, which no request shows", 204, "certificate"],
  ["both of two credentials", 204, "two-keys?api_key=k", withHeaders({ "x-api-key": "k" })],
  [
    "a percent-encoded list in a cookie",
    204,
    "cookie",
    withHeaders({ cookie: "lang=en; levels=1%2C2" }),
  ],
  ["credentials of another scheme", 401, "bearer", withHeaders({ authorization: basic })],
  [
    "one of two credentials that are both needed",
    401,
    "two-keys",
    withHeaders({ "x-api-key": "s3cret" }),
  ],
  ["the second of two alternatives", 204, "either-key", withHeaders({ "x-api-key": "s3cret" })],
  ["no credentials where they are optional", 204, "optional"],
  ["no credentials where none are declared", 204, "open"],
  ["an empty credential", 401, "key", withHeaders({ "x-api-key": "" })],
  // Credentials of other operations are dropped as well.
  [
    "all credentials",
    204,
    "cookie?api_key=s3cret",
    withHeaders({ "x-api-key": "s3cret", cookie: "lang=s3cret" }),
  ],
  ["a preference in the query", 404, "preferred?__code=404"],
  ["an example in the query", 200, "preferred?__example=a%22b"],
  ["a preference in the query, beside free-form inputs", 404, "preferred-free?__code=404&size=1"],
  [
    "a preference in the query and another in the header",
    200,
    "preferred?__code=404",
    withHeaders({ prefer: "code=200" }),
  ],
  ["an invalid parameter with the name of a preference", 422, "preferred-name?__code=404"],
  ["a path value in the style label, which the mock doesn't read", 204, "label/.x"],
])("%s gets %i from both servers", async (_name, status, path, init) => {
  const [httpResponse, response] = [await overHttp(path, init), await inProcess(path, init)];
  const text = await response.text();
  expect([httpResponse.status, await httpResponse.text()]).toEqual([status, text]);
  expect(response.status, text).toBe(status);
});

const credentials = "Credentials are missing: pass the query parameter api_key";
const brackets =
  "takes up to 5 names in brackets, such as deep[a][b]. Only the last can be empty, for a list.";

test.each<[path: string, init: RequestInit, detail: unknown]>([
  ["either-key", {}, `${credentials}, or the header x-api-key.`],
  ["bearer", {}, "Credentials are missing: pass Authorization with the scheme bearer."],
  [
    "kinds",
    json('{"kind":"dog","bark":1}'),
    'The body, lives, is missing, or the body, kind, must be "cat", or the body, bark, must be boolean.',
  ],
  [
    "q?size=x&deep[a][b]=x&deep[a=1&day=x",
    {},
    `The query parameter deep ${brackets} The query parameter day must be integer or must match format "date". The query parameter size must be equal to one of the allowed values: small, null.`,
  ],
  [
    "obj",
    json('{"a":"x","more":1}'),
    "The header x-need is missing. The body, a, must be integer. The body, b, must have property b when property a is present. The body, more, isn't in the contract.",
  ],
  [
    "obj",
    json("{"),
    "The header x-need is missing. The body isn't JSON, or is nested deeper than 500 levels.",
  ],
  ["kinds", json('{"lives":9}'), "The body must match exactly one schema in oneOf."],
])("%s, %j is rejected by both with all that it may be", async (path, init, detail) => {
  for (const send of sends) expect(await (await send(path, init)).json()).toMatchObject({ detail });
});

test.each([
  ["versions", "application/json;version=1;q=0.5, application/json;version=2", "2"],
  ["precise", "text/*", "a"],
])("both servers respond from %s as Accept: %s prefers", async (path, accept, body) => {
  for (const send of sends)
    expect(await (await send(path, json('{"one":1,"a":1}', { accept }))).text()).toBe(body);
});

test.each([
  ["a name for free-form inputs", "free?any=1", "mock-undeclared", null],
  ["a name like that of a property", "q?limit[a]=1", "mock-undeclared", "limit%5Ba%5D"],
  ["an object that is sent as its properties", "q?box=1&width=1", "mock-undeclared", "box"],
  ["a property without its brackets", "q?a=1&deep[a][b]=1", "mock-undeclared", "a"],
  [
    "a name that is no preference",
    "preferred?__other=1&code=404",
    "mock-undeclared",
    "__other, code",
  ],
  ["a preference in the query", "preferred?__code=404&a=b", "mock-undeclared", "a"],
  ["a body that is generated", "gen", "mock-source", "generated"],
  ["a rejection", "q?limit=x", "mock-source", "mock"],
  ["a required header", "headers", "x-count", "3"],
  ["a required header of a format", "headers", "x-id", expect.stringMatching(/^[\da-f-]{36}$/)],
  ["a required header that is a list", "headers", "x-list", "string,string"],
  ["a required header with an example", "headers", "x-known", "a"],
  [
    "headers without a value",
    "headers",
    "mock-unspecified",
    "header x-open, header x-none, header x-optional",
  ],
])("%s: both servers respond to %s with the header %s: %s", async (_, path, name, value) => {
  for (const send of sends) expect((await send(path)).headers.get(name)).toEqual(value);
});

test("a path value in a style that the mock doesn't read is reported by the mock", async () => {
  const { headers } = await overHttp("label/.x");
  expect(headers.get("mock-problem")).toBe("The label style of id isn't checked.");
});

test("the journal names declared headers and cookies, and preferences, and no credential", async () => {
  const headers = {
    "x-levels": "1",
    "x-other": "1",
    "x-api-key": "s3cret",
    cookie: "lang=en; sid=s3cret",
  };
  for (const send of sends) {
    for (const path of ["q", "cookie", "preferred?__code=404&a=b"]) await send(path, { headers });
    await send("basic", withHeaders({ authorization: basic }));
  }
  for (const entries of [servers.mock.journal(), servers.server.calls()]) {
    const [preferred] = entries.slice(-2);
    const parameters = entries.slice(-4).map((entry) => [entry.operation, entry.parameters]);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: ["token", "X-Levels"],
      cookie: ["token", "lang"],
    });
    expect(preferred).toMatchObject({
      query: { a: "b" },
      undeclared: ["a"],
      preferences: { code: 404 },
    });
    for (const secret of ["s3cret", basic.slice(6)])
      expect(JSON.stringify(entries)).not.toContain(secret);
  }
});

test("the journal has no values of a rejected request without credentials", async () => {
  await fetch(`${servers.mock.url}/api/v2/q?text=s3cret`, withHeaders({ "x-levels": "1" }));
  await servers.server.fetch(
    "http://a.test/api/v2/q?text=s3cret",
    withHeaders({ "x-levels": "1" }),
  );
  const hidden = { path: "", parameters: [], undeclared: [], query: {}, headers: {}, status: 401 };
  for (const entries of [servers.mock.journal(), servers.server.calls()])
    expect(entries.at(-1)).toMatchObject(hidden);
});

test("after the last cursor comes an empty page", async () => {
  for (const send of sends)
    expect(await (await send("cursors?after=a")).json()).toEqual({ rows: [], next: null });
});

test("the test server's fetch rejects the arguments that fetch rejects", async () => {
  for (const send of sends) {
    await expect(send("q", { method: "GET", body: "x" })).rejects.toThrow(TypeError);
    await expect(send("q", { headers: { "bad name": "x" } })).rejects.toThrow(TypeError);
  }
  await expect(servers.server.fetch(`http://user:word@a.test${withToken("q")}`)).rejects.toThrow(
    TypeError,
  );
});

test("an invalid request takes no counted step from a concurrent valid request", async () => {
  servers.server.on["flag"]?.fail(409, 1);
  const plan = { method: "PUT", body: '["code=409, times=1"]' };
  expect((await fetch(`${servers.mock.url}/__mock/on/flag`, plan)).status).toBe(204);
  for (const send of sends) {
    const responses = await Promise.all(['"no"', "true"].map((body) => send("flag", json(body))));
    expect(responses.map(({ status }) => status)).toEqual([422, 409]);
    expect((await send("flag", json("true"))).status).toBe(204);
  }
});

test("a body nested thousands of levels deep is rejected, and the journal stays readable", async () => {
  const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  for (const send of sends) {
    expect((await send("tree", json(deep))).status).toBe(400);
    expect((await send("tree", json("[[[]]]"))).status).toBe(204);
    expect((await send("gen", post(deep, {}))).status).toBe(405);
  }
  const journal = await fetch(`${servers.mock.url}/__mock/journal`);
  expect([journal.status, (await journal.json()).length > 0]).toEqual([200, true]);
  expect(JSON.stringify(servers.server.calls())).toContain("[[[");
});

test("requests with headers compile nothing", async () => {
  await overHttp("q", withHeaders({ "x-levels": "1" }));
  const compile = vi.spyOn(Ajv2020.prototype, "compile");
  for (let count = 0; count < 10; count++)
    await overHttp("q", withHeaders({ "x-levels": `${count}` }));
  expect(compile).toHaveBeenCalledTimes(0);
});

const events = ["event: ä\ndata: 1\n\n", "data: 2\n\n", ": end\n\n"];

/** The head and the body that the mock writes, in the chunks of HTTP. */
async function readRaw(path: string, prefer: string, accept = "*/*"): Promise<string[]> {
  const request = rawRequest(
    `GET ${withToken(path)}`,
    `Prefer: ${prefer}\r\nAccept: ${accept}\r\n`,
  );
  return (await sendRaw(servers.mock.port, request)).split(/\r\n\r\n(.*)/s);
}

/** The pieces in which the body of the test server's response is read. */
async function readPieces(path: string, prefer: string, accept = "*/*"): Promise<string[]> {
  const pieces: string[] = [];
  const { body } = await inProcess(path, withHeaders({ prefer, accept }));
  for await (const piece of body ?? []) pieces.push(new TextDecoder().decode(piece));
  return pieces;
}

const streamedEvent = 'event: added\ndata: {"id":0,"name":"string"}\n\n';
test.each<[path: string, accept: string, prefer: string, items: string[]]>([
  ["events", "text/event-stream", "example=three", events],
  ["streams", "text/event-stream", "", [streamedEvent, streamedEvent]],
  ["streams", "application/json-seq", "", ["\u001e0\n", "\u001e0\n"]],
  ["streams", "application/jsonl", "", ['{"id":1}\n', '{"id":2}\n']],
  ["streams", "application/jsonl", "example=text", ["1\n", "\n", "2"]],
])("both servers send %s of %s with %j item by item", async (path, accept, prefer, items) => {
  const chunks = items.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  const [head = "", body] = await readRaw(path, prefer, accept);
  expect([/^HTTP\/1.1 (\d+)/.exec(head)?.[1], head]).toEqual([
    "200",
    expect.stringContaining(accept),
  ]);
  expect(body).toBe(`${chunks.join("")}0\r\n\r\n`);
  expect(await readPieces(path, prefer, accept)).toEqual(items);
});

test.each([
  ["lines", "delay=0", "a\n\nb\n\n"],
  ["events", "example=none", ""],
])("%s with %s aren't several events, and have a length", async (path, prefer, text) => {
  const [head, body] = await readRaw(path, prefer);
  expect([/content-length: (\d+)/i.exec(head ?? "")?.[1], body]).toEqual([
    String(text.length),
    text,
  ]);
  expect((await readPieces(path, prefer)).join("|")).toBe(text);
});

test("a stream of events has the faults of other bodies, and is one entry of the journal", async () => {
  const half = Buffer.from(events.join("")).toString("utf8", 0, 17);
  expect(await readRaw("events", "fault=truncate")).toEqual([
    expect.stringMatching(/content-length: 35/i),
    half,
    "",
  ]);
  await expect(readPieces("events", "fault=truncate")).rejects.toThrow("terminated");
  expect((await readPieces("events", "fault=garbage")).join("")).toContain('{"garbage"');
  await (await overHttp("events", withHeaders({ "mock-run": "events" }))).text();
  expect(servers.mock.journal("events")).toMatchObject([{ example: "three", delivered: true }]);
});

test.each([
  ["a\r\nb\r\n\r\nc\r\n\r\n", ["a\r\nb\r\n\r\n", "c\r\n\r\n"]],
  ["a\r\n\nb", ["a\r\n\n", "b"]],
  ["a\n\n\n\nb\n", ["a\n\n\n\n", "b\n"]],
  ["\n\na\n\nb", ["\n\na\n\n", "b"]],
])("the events of %j end at blank lines", (text, expected) => {
  expect(splitItems(text, "text/event-stream")).toEqual(expected);
});
