import { getEventListeners } from "node:events";
import type { PhoneAgentClient, PhoneAgentClientOptions } from "phone-agent-api";
import { expect, test } from "vitest";
import { generateClient } from "./generated-client.ts";
import { failureOf, json, type Responder, sentToken, sequence, serve, text, token } from "./server.ts";

// The client of a synthetic contract, with shapes that are rare in the real one.

type Node = Record<string, unknown>;
const string = { type: "string" };
const parameter = (place: string, name: string, schema: object = string, keywords = {}) => ({
  in: place,
  name,
  required: place === "path",
  description: `The ${name}.`,
  schema,
  ...keywords,
});
const content = (...types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }]));
const body = (...types: string[]) => ({ requestBody: { required: true, content: content(...types) } });
const responds = (...types: string[]) => ({ responses: { "200": { description: "OK.", content: content(...types) } } });
const list = { type: "array", items: string };
const page = {
  "application/json": { schema: { type: "object", properties: { things: list } } },
};

const operations: Record<string, [path: string, method: string, operation: Node]> = {
  addPart: [
    "/api/v2/things/{id}/parts/{part}",
    "post",
    {
      "x-repeatable": true,
      parameters: [parameter("path", "id"), parameter("path", "part"), parameter("query", "dryRun")],
      ...body("application/json"),
      responses: {
        "200": {
          description: "OK.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/TokenList" } } },
        },
      },
    },
  ],
  findThings: [
    "/api/v2/things",
    "get",
    {
      parameters: [
        parameter("query", "page_size"),
        parameter("query", "ids", list, { explode: false }),
        parameter("query", "piped", list, { style: "pipeDelimited", explode: false }),
        parameter("header", "X-Team"),
      ],
    },
  ],
  findByFilter: [
    "/api/v2/filtered",
    "get",
    {
      parameters: [
        parameter("query", "filter", { type: "object", additionalProperties: true }, { style: "deepObject" }),
        { ...parameter("query", "where"), schema: undefined, content: content("application/json") },
        parameter("cookie", "sid"),
        parameter("cookie", "theme"),
      ],
    },
  ],
  patchThing: [
    "/api/v2/things/{id}",
    "patch",
    { parameters: [parameter("path", "id")], ...body("application/merge-patch+json") },
  ],
  startThing: [
    "/api/v2/things/{id}:start",
    "post",
    {
      parameters: [parameter("path", "id"), parameter("query", "why", string, { required: true })],
      requestBody: { content: content("application/json") },
    },
  ],
  sendForm: ["/api/v2/form", "post", body("application/x-www-form-urlencoded")],
  sendBytes: ["/api/v2/bytes", "put", body("application/pdf")],
  sendAny: [
    "/api/v2/any",
    "post",
    body("application/json", "text/csv", "multipart/form-data", "application/x-www-form-urlencoded"),
  ],
  readText: ["/api/v2/text", "get", responds("text/csv")],
  readBytes: ["/api/v2/bytes", "get", { "x-repeatable": true, ...responds("application/pdf") }],
  readImage: ["/api/v2/image", "get", responds("image/*")],
  runJob: [
    "/api/v2/job",
    "post",
    {
      responses: {
        "200": { content: content("application/json") },
        "202": { content: content("text/plain") },
        "204": {},
      },
    },
  ],
  findFile: ["/api/v2/file", "get", { responses: { "302": { description: "Found." } } }],
  readEither: ["/api/v2/either", "get", responds("text/csv", "application/pdf")],
  readStatus: ["/api/v2/status", "get", { security: [], ...responds("application/json") }],
  listNumbered: [
    "/api/v2/numbered",
    "get",
    {
      parameters: [parameter("query", "page_no", { type: "integer", default: 1 })],
      "x-pagination": { items: "things", page: "number", inputs: { page: "page_no" } },
      responses: { "200": { content: page } },
    },
  ],
  listJunkInbox: [
    "/api/v2/junkConversations",
    "get",
    {
      parameters: [parameter("query", "inputs", { type: "object", additionalProperties: { type: "boolean" } })],
      "x-pagination": { items: "things" },
      responses: { "200": { content: page } },
    },
  ],
  listByCursor: [
    "/api/v2/owners/{owner}/cursor",
    "get",
    {
      parameters: [parameter("path", "owner"), parameter("query", "after"), parameter("query", "state")],
      "x-pagination": { items: "things", next: "next", inputs: { cursor: "after" } },
      responses: { "200": { content: page } },
    },
  ],
};

const generatedClient = generateClient((copy) => {
  for (const [operationId, [path, method, operation]] of Object.entries(operations)) {
    const paths = copy.paths as Record<string, Node>;
    const item = paths[path] ?? {};
    paths[path] = item;
    const responses = { ...((operation["responses"] ?? { "200": {} }) as Record<string, object>) };
    for (const [status, response] of Object.entries(responses)) {
      responses[status] = { description: "OK.", ...response };
    }
    const prose = { summary: `Do ${operationId}`, description: "An operation that the contract doesn't have." };
    item[method] = { operationId, tags: ["Tasks"], ...prose, "x-repeatable": false, ...operation, responses };
  }
});

/** Starts a server with a responder, and creates the generated client that calls it. */
async function start(respond: Responder, { junkInboxInputNames, ...options }: PhoneAgentClientOptions = {}) {
  const { createPhoneAgentClient, createHttp, validators } = await generatedClient;
  const service = await serve(respond);
  const { baseUrl } = service;
  const clientOptions = { baseUrl, token, retry: { baseDelayMs: 1 }, validate: validators, ...options };
  const phone = createPhoneAgentClient({ ...clientOptions, junkInboxInputNames });
  return Object.assign(service, { phone, http: createHttp(clientOptions) });
}

test("an operation added to the contract is in the client without handwritten code", async () => {
  const tokenList = { success: true, message: "", tokens: [] };
  const respond = sequence(
    text("", 503),
    json(tokenList),
    json({ success: false }),
    json({ success: true, tokens: 5 }),
  );
  await using service = await start(respond);
  const { phone } = service;
  expect(await phone.addPart("a/b", 7, { size: 1 }, { dryRun: true }, { headers: { "x-a": "1" } })).toEqual(tokenList);
  expect(service.requests[1]).toMatchObject({
    method: "POST",
    target: `/api/v2/things/a%2Fb/parts/7?dryRun=true&${sentToken}`,
    body: '{"size":1}',
    headers: { "x-a": "1", "content-type": "application/json" },
  });
  expect((await failureOf(phone.addPart("a", false, {}))).kind).toBe("unsuccessful");
  expect((await failureOf(phone.addPart("a", 7, {}))).kind).toBe("contract");
  for (const [id, part] of [
    ["..", 7],
    ["a", {}],
    ["a", Number.NaN],
  ]) {
    expect(await failureOf(phone.addPart(id, part, {}))).toMatchObject({ kind: "configuration", operation: "addPart" });
  }
  expect(service.requests.length).toBe(4);
});

test("inputs are sent as the contract declares, under their wire names", async () => {
  await using service = await start(json({}));
  await service.phone.findThings({ pageSize: 5, ids: ["a,b", "c"], piped: ["d", "e"], xTeam: "blue" });
  expect(service.requests[0]).toMatchObject({
    target: `/api/v2/things?page_size=5&ids=a%2Cb,c&piped=d|e&${sentToken}`,
    headers: { "x-team": "blue" },
  });
  await service.phone.findThings({ ids: [], xTeam: undefined, pageSize: null });
  expect(service.requests[1]?.target).toBe(`/api/v2/things?${sentToken}`);
  expect(service.requests[1]?.headers["x-team"]).toBeUndefined();
});

test("objects are sent in brackets or as JSON, and cookies together", async () => {
  await using service = await start(json({}));
  const filter = { from: 1, tags: ["a", "b&"], owner: { id: 2 }, to: null, none: undefined };
  const condition = { a: [1, null, "ü"] };
  await service.phone.findByFilter({ filter, where: condition, sid: "a b", theme: "dark" });
  const brackets = "filter%5Bfrom%5D=1&filter%5Btags%5D=a&filter%5Btags%5D=b%26&filter%5Bowner%5D%5Bid%5D=2";
  const target = `/api/v2/filtered?${brackets}&where=${encodeURIComponent('{"a":[1,null,"ü"]}')}&${sentToken}`;
  expect(service.requests).toMatchObject([{ target, headers: { cookie: "sid=a%20b; theme=dark" } }]);
});

test("a cookie that a browser would drop is rejected before anything is sent", async () => {
  await using service = await start(json({}));
  const { Request } = globalThis;
  globalThis.Request = class extends Request {
    override readonly headers = new Headers();
  };
  const error = await failureOf(service.phone.findByFilter({ sid: "a" })).finally(() => {
    globalThis.Request = Request;
  });
  expect(error.message).toBe("findByFilter: Browsers don't let a script send the cookie `sid`.");
  expect(service.requests).toEqual([]);
});

test.each([
  [
    "an input that the operation doesn't have",
    { color: 1 },
    "Unknown option `color`. Known: pageSize, ids, piped, xTeam.",
  ],
  ["a header that HTTP can't carry", { xTeam: "s3cret\nx" }, "`headers` contains an invalid name or value."],
  ["an object as an input", { pageSize: new Date() }, "`page_size` must be"],
])("%s is rejected before anything is sent", async (_, inputs, message) => {
  await using service = await start(json({}));
  const error = await failureOf(service.phone.findThings(inputs));
  expect(error).toMatchObject({ kind: "configuration", operation: "findThings" });
  expect(error.message).toContain(message);
  expect(error.message).not.toContain("s3cret");
  expect(service.requests).toEqual([]);
});

test("an optional body comes after inputs that are required, and a value is a part of a segment", async () => {
  await using service = await start(json({}));
  await service.phone.startThing("a:b", { why: "x" });
  await service.phone.startThing("a", { why: "x" }, { now: true }, { headers: { "x-a": "1" } });
  expect(service.requests).toMatchObject([
    { target: `/api/v2/things/a%3Ab:start?why=x&${sentToken}`, body: "" },
    { body: '{"now":true}', headers: { "x-a": "1" } },
  ]);
});

const form = new FormData();
form.set("file", new Blob(["a"]), "a.txt");
test.each<[name: string, call: string, args: unknown[], type: string | RegExp, sent: string | RegExp]>([
  ["JSON of another media type", "patchThing", ["1", { a: null }], "application/merge-patch+json", '{"a":null}'],
  [
    "an object as a form",
    "sendForm",
    [{ a: "b & c", d: [1, 2] }],
    "application/x-www-form-urlencoded",
    "a=b+%26+c&d=1&d=2",
  ],
  ["a file as bytes", "sendBytes", [new Blob(["%PDF"], { type: "text/x" })], "application/pdf", "%PDF"],
  ["an array as bytes", "sendBytes", [new TextEncoder().encode("%PDF")], "application/pdf", "%PDF"],
  ["of four kinds an object as JSON", "sendAny", [{ a: 1 }], "application/json", '{"a":1}'],
  ["of four kinds a string as text", "sendAny", ["a,b"], "text/csv", "a,b"],
  ["of four kinds a file as text", "sendAny", [new Blob(["a,b"])], "text/csv", "a,b"],
  ["of four kinds a form", "sendAny", [form], /^multipart\/form-data; boundary/, /name="file"/],
  [
    "of four kinds a query",
    "sendAny",
    [new URLSearchParams({ a: "b c" })],
    "application/x-www-form-urlencoded",
    "a=b+c",
  ],
])("sends %s", async (_, call, args, type, expectedBody) => {
  await using service = await start(text(""));
  await service.phone[call](...args);
  const [request] = service.requests;
  expect(request?.headers["content-type"]).toEqual(type instanceof RegExp ? expect.stringMatching(type) : type);
  expect(request?.body).toEqual(expectedBody instanceof RegExp ? expect.stringMatching(expectedBody) : expectedBody);
});

test("the client's content type is that of a body only if the operation takes it", async () => {
  await using service = await start(text(""), { headers: { "content-type": "text/csv" } });
  await service.phone.sendAny("a,b");
  await service.phone.sendForm({ a: "b" });
  await service.phone.sendAny({ a: "b" }, { headers: { "content-type": "application/x-www-form-urlencoded" } });
  expect(service.requests.map(({ headers, body }) => [headers["content-type"], body])).toEqual([
    ["text/csv", "a,b"],
    ["application/x-www-form-urlencoded", "a=b"],
    ["application/x-www-form-urlencoded", "a=b"],
  ]);
});

test("a body that the operation can't take is rejected, without quoting it", async () => {
  await using service = await start(text(""));
  const error = await failureOf(service.phone.sendBytes({ secret: "s3cret" }));
  expect(error.message).toBe("sendBytes: The body can't be sent as application/pdf.");
  expect(service.requests).toEqual([]);
});

const csv = { "content-type": "text/csv; charset=utf-8" };
test("a text is returned as a string", async () => {
  await using service = await start(sequence(text("a,b\n", 200, csv), text("", 200, csv)));
  expect(await service.phone.readText()).toBe("a,b\n");
  expect(await service.phone.readText()).toBe("");
});

test.each([
  ["a login page", "readText", text("<html>", 200, { "content-type": "text/html" }), "unexpected-content"],
  ["a login page", "readBytes", text("<html>", 200, { "content-type": "text/html" }), "unexpected-content"],
  ["JSON", "readText", json({ a: 1 }), "unexpected-content"],
  ["an envelope without success", "readBytes", json({ success: false }), "unsuccessful"],
  ["nothing", "readBytes", text("", 204), "unexpected-content"],
  ["a failure", "readBytes", text("no", 404), "http"],
])("%s instead of the body that %s expects is an error", async (_, call, respond, kind) => {
  await using service = await start(respond);
  expect(await failureOf(service.phone[call]())).toMatchObject({ kind, operation: call });
});

const pdf = { "content-type": "application/pdf" };
test("bytes are returned as a stream, whatever their size, and the head is retried", async () => {
  await using service = await start(sequence(text("", 503), text("x".repeat(5_000), 200, pdf)), {
    maxBodyBytes: 1_000,
  });
  const stream = await service.phone.readBytes();
  expect(stream).toBeInstanceOf(ReadableStream);
  expect(await new Response(stream).text()).toHaveLength(5_000);
  expect(service.requests.length).toBe(2);
});

/** Sends the head and the first bytes of an endless response. */
const endless: Responder = (response) => void response.writeHead(200, pdf).write("first");

test("timeoutMs ends with the head of a stream, and the caller's signal cancels its body", async () => {
  await using service = await start(endless, { timeoutMs: 300 });
  const closing = new Promise((resolve) =>
    service.server.once("connection", (socket) => socket.once("close", resolve)),
  );
  const controller = new AbortController();
  const stream = await service.phone.readBytes({ signal: controller.signal });
  const reader = stream.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
  const rest = reader.read();
  await new Promise((resolve) => setTimeout(resolve, 400));
  controller.abort(new Error("enough"));
  await expect(rest).rejects.toThrow("enough");
  await closing;
});

test("twelve open streams on one signal have one listener, Node warns of no leak, and an abort ends them all", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  await using service = await start(endless);
  const controller = new AbortController();
  const { signal } = controller;
  const streams = await Promise.all(Array.from({ length: 12 }, () => service.phone.readBytes({ signal })));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  controller.abort(new Error("enough"));
  for (const stream of streams) await expect(new Response(stream).text()).rejects.toThrow("enough");
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await new Promise(setImmediate);
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("a stream that was read to its end leaves no listener on the caller's signal", async () => {
  await using service = await start(text("%PDF", 200, pdf));
  const { signal } = new AbortController();
  const stream = await service.phone.readBytes({ signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(await new Response(stream).text()).toBe("%PDF");
  await new Promise(setImmediate);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a media type may leave its second half open", async () => {
  await using service = await start(text("x", 200, { "content-type": "image/png" }));
  expect(await new Response(await service.phone.readImage()).text()).toBe("x");
});

test("without a Content-Type, a response has the first of the declared media types", async () => {
  await using service = await start((response) => void response.end("a,b"));
  expect(await service.phone.readEither()).toBe("a,b");
});

test("http returns texts and streams", async () => {
  await using service = await start(sequence(text("a,b", 200, csv), endless));
  expect((await service.http.GET("/api/v2/text", { parseAs: "text" })).data).toBe("a,b");
  const { data } = await service.http.GET("/api/v2/bytes", { parseAs: "stream" });
  const reader = data.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
  await reader.cancel();
});

test("each of several successes has its own value", async () => {
  const plain = { "content-type": "text/plain" };
  await using service = await start(sequence(json({ a: 1 }), text("later", 202, plain), text("", 204), text("OK")));
  expect(await service.phone.runJob()).toEqual({ a: 1 });
  expect(await service.phone.runJob()).toBe("later");
  expect(await service.phone.runJob()).toBeUndefined();
  expect((await failureOf(service.phone.runJob())).kind).toBe("unexpected-content");
});

test("an operation with only a redirect returns its location, and doesn't follow it", async () => {
  const location = "https://example.com/file";
  const redirect = (status: number) => text("", status, { location });
  await using service = await start(sequence(redirect(302), text("", 302), redirect(200), redirect(404)));
  expect(await service.phone.findFile()).toBe(location);
  expect((await failureOf(service.phone.findFile())).kind).toBe("http");
  expect((await failureOf(service.phone.findFile())).kind).toBe("unexpected-content");
  expect((await failureOf(service.phone.findFile())).kind).toBe("http");
  expect(service.requests.length).toBe(4);
});

test("an operation without security sends no token, and asks for none", async () => {
  let tokenCalls = 0;
  await using service = await start(json({ a: 1 }), { token: () => `${++tokenCalls}` });
  expect(await service.phone.readStatus()).toEqual({ a: 1 });
  await service.http.GET("/api/v2/status");
  expect(service.requests.map(({ target }) => target)).toEqual(["/api/v2/status", "/api/v2/status"]);
  expect(tokenCalls).toBe(0);
});

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const values = [];
  for await (const item of items) values.push(item);
  return values;
}

/** Creates a responder for numbered pages, each with two things. */
const numbered =
  (last: number, numberInBody = (number: number): unknown => number): Responder =>
  (response, request) => {
    const number = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("page_no"));
    const things = number > last ? [] : [`${number}a`, `${number}b`];
    json({ things, number: numberInBody(number) })(response, request, 1);
  };

test("numbered pages start at the contract's number or the caller's, and end with an empty page", async () => {
  await using service = await start(numbered(2));
  expect(await collect(service.phone.items("listNumbered"))).toEqual(["1a", "1b", "2a", "2b"]);
  expect(await collect(service.phone.pages("listNumbered", { pageNo: 2 }))).toHaveLength(2);
  expect(service.requests.map(({ target }) => /page_no=(\d)/.exec(target)?.[1])).toEqual(["1", "2", "3", "2", "3"]);
});

test("a page may have the same plain values as the one before", async () => {
  const respond: Responder = (...args) => {
    const number = args[2];
    json({ things: number > 2 ? [] : ["a", "b"], number })(...args);
  };
  await using service = await start(respond);
  expect(await collect(service.phone.items("listNumbered"))).toEqual(["a", "b", "a", "b"]);
});

test("a page whose number doesn't advance is an error", async () => {
  await using service = await start(numbered(9, () => 1));
  const error = await failureOf(collect(service.phone.items("listNumbered")));
  expect(error).toMatchObject({ kind: "contract", operation: "listNumbered", findings: [{ pointer: "/number" }] });
  expect(service.requests.length).toBe(2);
});

test("pages by cursor keep the other arguments, and end without a next one", async () => {
  const pages = [
    { things: ["a"], next: "x/y" },
    { things: [], next: "z" },
    { things: ["b"], next: null },
  ];
  await using service = await start(sequence(...pages.map((body) => json(body))));
  const items = service.phone.items("listByCursor", "me", { state: "open" }, { headers: { "x-a": "1" } });
  expect(await collect(items)).toEqual(["a", "b"]);
  expect(service.requests.map(({ target }) => target.replace(/&?token.*/, ""))).toEqual([
    "/api/v2/owners/me/cursor?state=open",
    "/api/v2/owners/me/cursor?after=x%2Fy&state=open",
    "/api/v2/owners/me/cursor?after=z&state=open",
  ]);
  expect(service.requests.every(({ headers }) => headers["x-a"] === "1")).toBe(true);
});

test.each([undefined, "", null])("the next cursor %j ends the pages", async (next) => {
  await using service = await start(json({ things: ["a"], next }));
  expect(await collect(service.phone.items("listByCursor", "me"))).toEqual(["a"]);
});

test("a cursor that doesn't advance is an error, and so is a page without items", async () => {
  await using service = await start(sequence(json({ things: ["a"], next: "x" }), json({ things: ["b"], next: "x" })));
  const error = await failureOf(collect(service.phone.items("listByCursor", "me")));
  expect(error).toMatchObject({ kind: "contract", findings: [{ pointer: "/next", message: "doesn't advance" }] });
  await using lenientService = await start(json({ next: "x" }), { validate: undefined });
  expect(await failureOf(collect(lenientService.phone.items("listByCursor", "me")))).toMatchObject({
    findings: [{ pointer: "/things" }],
  });
});

test.each([
  ["listJunkInbox", {}, "`unreadOnly`", (phone) => phone.listJunkInbox({ unreadOnly: true })],
  ["junkRooms", {}, "`pageNumber`", (phone) => phone.junkRooms({ unreadOnly: true }).next()],
  [
    "junkRoomPages",
    { paginate: "p", pageNumber: "n" },
    "`unreadOnly`",
    (phone) => phone.junkRoomPages({ unreadOnly: true }).next(),
  ],
] satisfies [string, object, string, (phone: PhoneAgentClient) => Promise<unknown>][])(
  "%s with an input that has no wire name is a configuration error before the first request",
  async (_, junkInboxInputNames, input, call) => {
    const errors: Error[] = [];
    await using service = await start(json({}), { junkInboxInputNames, onError: ({ error }) => errors.push(error) });
    const error = await failureOf(call(service.phone));
    expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox", attempts: 0 });
    const option = input.replace("`", "`junkInboxInputNames.");
    expect(error.message).toBe(`listJunkInbox: ${input} has no known name: set ${option}.`);
    expect([service.requests, errors]).toEqual([[], [error]]);
  },
);
