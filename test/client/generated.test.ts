import { getEventListeners } from "node:events";
import type { PhoneAgentClientOptions } from "phone-agent-api";
import { expect, test, vi } from "vitest";
import { generateClient, serveGenerated } from "./generated-client.ts";
import {
  expectRefusal,
  failureOf,
  json,
  type Responder,
  sentToken,
  sequence,
  text,
  useFakeTimers,
} from "./server.ts";

// The client of a contract with shapes that today's doesn't have, on the wire and with a service
// that errs. What it does with each shape: test/shapes.

type Node = Record<string, unknown>;
const string = { type: "string" };
const list = { type: "array", items: string };
const parameter = (place: string, name: string, schema: object = string, keywords = {}) => ({
  in: place,
  name,
  required: place === "path",
  description: `The ${name}.`,
  schema,
  ...keywords,
});
const content = (...types: string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }]));
const takes = (...types: string[]) => ({
  requestBody: { required: true, content: content(...types) },
});
const responds = (...types: string[]) => ({ responses: { "200": { content: content(...types) } } });
const respondsWith = (schema: object) => ({
  responses: { "200": { content: { "application/json": { schema } } } },
});
const things = respondsWith({ type: "object", properties: { things: list } });
const form = "application/x-www-form-urlencoded";

const operations: Record<string, [method: string, path: string, operation: Node]> = {
  addPart: [
    "post",
    "/api/v2/things/{id}/parts/{part}",
    {
      "x-repeatable": true,
      parameters: [
        parameter("path", "id"),
        parameter("path", "part", { type: "integer" }),
        parameter("query", "dryRun"),
      ],
      ...takes("application/json"),
      ...respondsWith({ $ref: "#/components/schemas/TokenList" }),
    },
  ],
  findThings: [
    "get",
    "/api/v2/things",
    {
      parameters: [
        parameter("query", "page_size"),
        parameter("query", "ids", list, { explode: false }),
        parameter("query", "piped", list, { style: "pipeDelimited", explode: false }),
        parameter(
          "query",
          "filter",
          { type: "object", additionalProperties: true },
          { style: "deepObject" },
        ),
        { ...parameter("query", "where"), schema: undefined, content: content("application/json") },
        parameter("header", "X-Team"),
        parameter("cookie", "sid"),
        parameter("cookie", "theme"),
        parameter("cookie", "tags", list),
      ],
    },
  ],
  addOnce: ["post", "/api/v2/once", respondsWith({ $ref: "#/components/schemas/TokenList" })],
  removeSheet: [
    "delete",
    "/api/v2/my%20sheets/{sheet}",
    { parameters: [parameter("path", "sheet")] },
  ],
  removeAll: ["delete", "/api/v2/my%20sheets/@all", {}],
  removeUmlaut: ["delete", "/api/v2/my%20sheets/ü", {}],
  removeEncoded: ["delete", "/api/v2/my%20sheets/%5Eall", {}],
  sendForm: ["post", "/api/v2/form", takes(form)],
  sendBytes: ["put", "/api/v2/bytes", takes("application/pdf")],
  sendEither: ["put", "/api/v2/either", takes("application/pdf", "application/json")],
  sendImage: ["put", "/api/v2/image", takes("image/png", "image/webp")],
  sendAny: [
    "post",
    "/api/v2/any",
    takes("application/json", "text/csv", "multipart/form-data", form),
  ],
  readText: ["get", "/api/v2/text", responds("text/csv")],
  readBytes: ["get", "/api/v2/bytes", { "x-repeatable": true, ...responds("application/pdf") }],
  readImage: ["get", "/api/v2/image", responds("image/*")],
  readEither: ["get", "/api/v2/either", responds("text/csv", "application/pdf")],
  startTask: [
    "post",
    "/api/v2/tasks",
    {
      ...takes(form),
      responses: {
        "200": {
          content: {
            "application/json": {
              schema: { type: "object", required: ["task"], properties: { task: string } },
            },
          },
        },
        "201": {
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["success", "id"],
                properties: { success: { const: true }, id: { type: "integer" } },
              },
            },
          },
        },
      },
    },
  ],
  runJob: [
    "post",
    "/api/v2/job",
    {
      responses: {
        "200": { content: content("application/json") },
        "202": { content: content("text/plain") },
        "204": {},
      },
    },
  ],
  findFile: ["get", "/api/v2/file", { responses: { "302": { description: "Found." } } }],
  listNumbered: [
    "get",
    "/api/v2/numbered",
    {
      parameters: [parameter("query", "page_no", { type: "integer", default: 1 })],
      "x-pagination": { items: "things", page: "number", inputs: { page: "page_no" } },
      ...things,
    },
  ],
  listUnselectable: [
    "get",
    "/api/v2/unselectable",
    { "x-pagination": { items: "things", page: "number" }, ...things },
  ],
  listByCursor: [
    "get",
    "/api/v2/owners/{owner}/cursor",
    {
      parameters: [
        parameter("path", "owner"),
        parameter("query", "after"),
        parameter("query", "state"),
      ],
      "x-pagination": { items: "things", next: "next", inputs: { cursor: "after" } },
      ...things,
    },
  ],
};

const generatedClient = generateClient((contract) => {
  const paths = contract.paths as Record<string, Node>;
  for (const [operationId, [method, path, operation]] of Object.entries(operations)) {
    const responses = { ...((operation["responses"] ?? { "200": {} }) as Record<string, object>) };
    for (const [status, response] of Object.entries(responses)) {
      responses[status] = { description: "OK.", ...response };
    }
    const prose = {
      summary: `Do ${operationId}`,
      description: "An operation that the contract doesn't have.",
    };
    const node = {
      operationId,
      tags: ["Tasks"],
      ...prose,
      "x-repeatable": false,
      ...operation,
      responses,
    };
    paths[path] = { ...paths[path], [method]: node };
  }
});

const start = (respond: Responder, options: PhoneAgentClientOptions = {}) =>
  serveGenerated(generatedClient, respond, { retry: { baseDelayMs: 1 }, ...options });

test("an operation added to the contract is in the client without handwritten code", async () => {
  const tokenList = { success: true, message: "", tokens: [] };
  const responses = [
    text("", 503),
    json(tokenList),
    json({ success: false }),
    json({ success: true, tokens: 5 }),
  ];
  await using service = await start(sequence(...responses));
  const { phone } = service;
  expect(
    await phone.addPart("a/b", 7, { size: 1 }, { dryRun: true }, { headers: { "x-a": "1" } }),
  ).toEqual(tokenList);
  expect(service.requests[1]).toMatchObject({
    method: "POST",
    target: `/api/v2/things/a%2Fb/parts/7?dryRun=true&${sentToken}`,
    body: '{"size":1}',
    headers: { "x-a": "1", "content-type": "application/json" },
  });
  expect((await failureOf(phone.addPart("a", 7, {}))).kind).toBe("unsuccessful");
  expect((await failureOf(phone.addPart("a", 7, {}))).kind).toBe("contract");
  for (const part of [1.5, null]) {
    expect(await failureOf(phone.addPart("a", part, {}))).toMatchObject({
      kind: "configuration",
      message: "addPart: `part` must be an integer.",
    });
  }
  expect(service.requests.length).toBe(4);
});

test.each([
  ["@all", "removeAll"],
  ["ü", "removeUmlaut"],
  ["^all", "removeEncoded"],
])("a path value %s that would call another operation is rejected", async (value, other) => {
  await using service = await start(json({}));
  const message = `removeSheet: These path values would call ${other}.`;
  await expectRefusal(service, service.phone.removeSheet(value), message);
  // Encoded once more, they are data.
  await service.phone.removeSheet(encodeURIComponent(value));
  expect(service.requests).toHaveLength(1);
});

test.each([
  [{ success: false }, false],
  [{}, true],
])(
  "an envelope of %j, which is no success, leaves open whether an operation took effect: %j",
  async (body, isOpen) => {
    await using service = await start(json(body));
    const error = await failureOf(service.phone.addOnce());
    expect(error).toMatchObject({ kind: "unsuccessful", mayHaveTakenEffect: isOpen });
  },
);

test("an operation whose page input the contract doesn't name can't be iterated, and nothing is sent", async () => {
  await using service = await start(json({ things: [] }));
  const message = "listUnselectable: The contract doesn't say how to request its pages.";
  await expectRefusal(service, service.phone.items("listUnselectable", {}).next(), message);
});

test.each<[inputs: object, query: string, headers: object]>([
  [{ pageSize: 5, ids: ["a,b", "c"], piped: ["d", "e"] }, "page_size=5&ids=a%2Cb,c&piped=d|e&", {}],
  [
    { xTeam: "blue", sid: "a b", theme: "dark" },
    "",
    { "x-team": "blue", cookie: "sid=a%20b; theme=dark" },
  ],
  [{ ids: [], xTeam: undefined, pageSize: null }, "", {}],
  [{ sid: "a", theme: null, tags: ["b,c", "d"] }, "", { cookie: "sid=a; tags=b%2Cc,d" }],
  [
    { filter: { from: 1, tags: ["a", "b&"], owner: { id: 2 }, to: null, none: undefined } },
    "filter%5Bfrom%5D=1&filter%5Btags%5D=a&filter%5Btags%5D=b%26&filter%5Bowner%5D%5Bid%5D=2&",
    {},
  ],
  [{ where: { a: [1, null, "ü"] } }, `where=${encodeURIComponent('{"a":[1,null,"ü"]}')}&`, {}],
])(
  "the inputs %j are sent as the contract declares, under their wire names",
  async (inputs, query, headers) => {
    await using service = await start(json({}));
    await service.phone.findThings(inputs);
    expect(service.requests).toMatchObject([
      { target: `/api/v2/things?${query}${sentToken}`, headers },
    ]);
    expect("x-team" in (service.requests[0]?.headers ?? {})).toBe("x-team" in headers);
  },
);

test.each([
  [
    "an input that the operation doesn't have",
    { color: 1 },
    "Unknown option `color`. Known: pageSize, ids, piped,",
  ],
  [
    "a header that HTTP can't carry",
    { xTeam: "s3cret\nx" },
    "`X-Team` has characters that a header can't have.",
  ],
  ["an object as a header", { xTeam: { a: 1 } }, "`X-Team` must be"],
])("%s is rejected before anything is sent", async (_, inputs, message) => {
  await using service = await start(json({}));
  await expectRefusal(service, service.phone.findThings(inputs), `findThings: ${message}`);
});

const jsonFile = new Blob(["{}"], { type: "application/json" });
const image = new Blob(["RIFF"], { type: "image/webp" });

test("a cookie joins those in the headers, in place of one with its name", async () => {
  await using service = await start(json({}), { headers: { cookie: "own=1; sid=old;sidecar=2" } });
  await service.phone.findThings({ sid: "new", theme: "dark" });
  await service.phone.findThings({ sid: "new" }, { headers: { Cookie: "call=1" } });
  expect(service.requests.map(({ headers }) => headers["cookie"])).toEqual([
    "own=1; sidecar=2; sid=new; theme=dark",
    "call=1; sid=new",
  ]);
});

test.each<[name: string, call: string, body: unknown, type: string, sent: string]>([
  [
    "a file as bytes",
    "sendBytes",
    new Blob(["%PDF"], { type: "text/x" }),
    "application/pdf",
    "%PDF",
  ],
  ["of bytes and JSON a string as JSON", "sendEither", "a", "application/json", '"a"'],
  ["a file as its own type, of two kinds", "sendImage", image, "image/webp", "RIFF"],
  ["a file of another type as the first", "sendImage", jsonFile, "image/png", "{}"],
  ["of four kinds an object as JSON", "sendAny", { a: 1 }, "application/json", '{"a":1}'],
  ["of four kinds a string as text", "sendAny", "a,b", "text/csv", "a,b"],
  ["of four kinds a query", "sendAny", new URLSearchParams({ a: "b c" }), form, "a=b+c"],
])("sends %s", async (_, call, body, type, sentBody) => {
  await using service = await start(text(""));
  await service.phone[call](body);
  expect(service.requests).toMatchObject([{ headers: { "content-type": type }, body: sentBody }]);
});

test("the client's content type is that of a body only if the operation takes it", async () => {
  await using service = await start(text(""), { headers: { "content-type": "text/csv" } });
  await service.phone.sendAny("a,b");
  await service.phone.sendForm({ a: "b" });
  await service.phone.sendAny({ a: "b" }, { headers: { "content-type": form } });
  const sentBodies = service.requests.map(({ headers, body }) => [headers["content-type"], body]);
  expect(sentBodies).toEqual([
    ["text/csv", "a,b"],
    [form, "a=b"],
    [form, "a=b"],
  ]);
});

test("a content type of a call that the operation doesn't take is rejected", async () => {
  await using service = await start(text(""), { headers: { "content-type": "text/csv" } });
  const call = service.phone.sendImage(image, { headers: { "Content-Type": "image/gif" } });
  const message = "sendImage: The `content-type` of the body must be image/png or image/webp.";
  await expectRefusal(service, call, message);
});

test("a body that the operation can't take is rejected, without quoting it", async () => {
  await using service = await start(text(""));
  const message = "sendBytes: The body can't be sent as application/pdf.";
  await expectRefusal(service, service.phone.sendBytes({ secret: "s3cret" }), message);
});

const csv = { "content-type": "text/csv; charset=utf-8" };
const plain = { "content-type": "text/plain" };
const location = "https://example.com/file";
test.each<[name: string, call: string, respond: Responder, value: unknown]>([
  ["a text", "readText", text("a,b\n", 200, csv), "a,b\n"],
  ["an empty text", "readText", text("", 200, csv), ""],
  [
    "the first of two types without a Content-Type",
    "readEither",
    (response) => response.end("a,b"),
    "a,b",
  ],
  ["JSON of several successes", "runJob", json({ a: 1 }), { a: 1 }],
  ["a text of several successes", "runJob", text("later", 202, plain), "later"],
  ["nothing of several successes", "runJob", text("", 204), undefined],
  ["the location of a redirect", "findFile", text("", 302, { location }), location],
])("%s is returned", async (_, call, respond, value) => {
  await using service = await start(respond);
  expect(await service.phone[call]()).toEqual(value);
});

test.each<[name: string, call: string, respond: Responder, kind: string]>([
  [
    "a login page",
    "readText",
    text("<html>", 200, { "content-type": "text/html" }),
    "unexpected-content",
  ],
  ["JSON", "readText", json({ a: 1 }), "unexpected-content"],
  ["an envelope without success", "readBytes", json({ success: false }), "unsuccessful"],
  ["nothing", "readBytes", text("", 204), "unexpected-content"],
  ["a text of another type", "runJob", text("OK"), "unexpected-content"],
  ["a redirect without location", "findFile", text("", 302), "http"],
  ["a success with a location", "findFile", text("", 200, { location }), "unexpected-content"],
])("%s instead of what %s expects is an error", async (_, call, respond, kind) => {
  await using service = await start(respond);
  expect(await failureOf(service.phone[call]())).toMatchObject({ kind, operation: call });
  expect(service.requests.length).toBe(1);
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
  expect(await (await service.fetch(`${service.baseUrl}/api/v2/bytes`)).text()).toHaveLength(5_000);
});

test("the second half of a media type may be open", async () => {
  await using service = await start(text("x", 200, { "content-type": "image/png" }));
  expect(await new Response(await service.phone.readImage()).text()).toBe("x");
});

/** Sends the head and the first bytes of an endless response. */
const endless: Responder = (response) => void response.writeHead(200, pdf).write("first");

test("timeoutMs ends with the head of a stream, and the caller's signal cancels its body", async () => {
  useFakeTimers();
  await using service = await start(endless, { timeoutMs: 300 });
  const closing = new Promise((resolve) =>
    service.server.once("connection", (socket) => socket.once("close", resolve)),
  );
  const controller = new AbortController();
  const stream = await service.phone.readBytes({ signal: controller.signal });
  const reader = stream.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
  const rest = reader.read();
  await vi.advanceTimersByTimeAsync(400);
  controller.abort(new Error("enough"));
  await expect(rest).rejects.toThrow("enough");
  await closing;
});

test("a stream that was read to its end leaves no listener on the caller's signal", async () => {
  await using service = await start(text("%PDF", 200, pdf));
  const { signal } = new AbortController();
  const stream = await service.phone.readBytes({ signal });
  expect(await new Response(stream).text()).toBe("%PDF");
  await new Promise(setImmediate);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const values = [];
  for await (const item of items) values.push(item);
  return values;
}

test("numbered pages start at the contract's number or the caller's, and end with an empty page", async () => {
  // Two pages may have the same plain values.
  const respond: Responder = (response, request) => {
    const number = Number(/page_no=(\d)/.exec(request.url ?? "")?.[1]);
    json({ things: number > 2 ? [] : ["a", "b"], number })(response, request, 1);
  };
  await using service = await start(respond);
  expect(await collect(service.phone.items("listNumbered"))).toEqual(["a", "b", "a", "b"]);
  expect(await collect(service.phone.pages("listNumbered", { pageNo: 2 }))).toHaveLength(2);
  expect(service.requests.map(({ target }) => /page_no=(\d)/.exec(target)?.[1])).toEqual([
    "1",
    "2",
    "3",
    "2",
    "3",
  ]);
});

test("pages by cursor keep the other arguments, and end without a next one", async () => {
  const pages = [
    { things: ["a"], next: "x/y" },
    { things: [], next: "z" },
    { things: ["b"], next: null },
  ];
  await using service = await start(sequence(...pages.map((body) => json(body))));
  const items = service.phone.items(
    "listByCursor",
    "me",
    { state: "open" },
    { headers: { "x-a": "1" } },
  );
  expect(await collect(items)).toEqual(["a", "b"]);
  expect(service.requests.map(({ target }) => target.replace(/&?token.*/, ""))).toEqual([
    "/api/v2/owners/me/cursor?state=open",
    "/api/v2/owners/me/cursor?state=open&after=x%2Fy",
    "/api/v2/owners/me/cursor?state=open&after=z",
  ]);
  expect(service.requests.every(({ headers }) => headers["x-a"] === "1")).toBe(true);
});

test.each([undefined, ""])("the next cursor %j ends the pages", async (next) => {
  await using service = await start(json({ things: ["a"], next }));
  expect(await collect(service.phone.items("listByCursor", "me"))).toEqual(["a"]);
});

test("a cursor that doesn't advance is an error", async () => {
  await using service = await start(json({ things: ["a"], next: "x" }), { validate: undefined });
  const error = await failureOf(collect(service.phone.items("listByCursor", "me")));
  const findings = [{ pointer: "/next", message: "repeats the previous page" }];
  expect(error).toMatchObject({ kind: "contract", operation: "listByCursor", findings });
});

test("of two successes with JSON, each is held to its own schema", async () => {
  const responses = [
    json({ task: "a" }),
    json({ success: true, id: 1, task: 5 }, 201),
    json({ task: 5, id: 1 }),
    json({ success: true, id: "1", task: "a" }, 201),
    json({ success: false, id: 1 }, 201),
  ];
  await using service = await start(sequence(...responses));
  const call = () => service.phone.startTask({ a: 1 });
  expect(await call()).toEqual({ task: "a" });
  expect(await call()).toEqual({ success: true, id: 1, task: 5 });
  const contradiction = (pointer: string) => ({ kind: "contract", findings: [{ pointer }] });
  expect(await failureOf(call())).toMatchObject(contradiction("/task"));
  expect(await failureOf(call())).toMatchObject(contradiction("/id"));
  expect(await failureOf(call())).toMatchObject({ kind: "unsuccessful" });
});

test("an object in a documented form is sent as JSON, as OpenAPI says", async () => {
  await using service = await start(json({ task: "a" }));
  await service.phone.startTask({ meta: { b: 1 }, tags: ["x", "y"], none: null });
  expect(service.requests).toMatchObject([{ body: "meta=%7B%22b%22%3A1%7D&tags=x&tags=y" }]);
});
