import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import {
  clientWith,
  failureOf,
  httpWith,
  json,
  type Responder,
  serve,
  text,
  token,
} from "./server.ts";

afterEach(() => {
  vi.useRealTimers();
});

// A call succeeds only if its response does, and its error says whether it may have taken effect.

const html = { "content-type": "text/html; charset=utf-8" };
const plain = { "content-type": "text/plain" };
const list = fixtures.listTokens["empty"];
const mayHave = " It may have taken effect: check before you retry.";
const half = '{"success":false,"mess';

/**
 * A responder that begins a response of 100 bytes, and ends the connection within it. A reset could
 * overtake the head.
 */
const breakOff =
  (status: number): Responder =>
  (response) => {
    response.writeHead(status, { "content-length": "100" }).write(half);
    setTimeout(() => response.socket?.destroy(), 20);
  };
const stall: Responder = (response) => response.writeHead(200).write(half);
const drip: Responder = (response) => {
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
};
const gzip = { "content-encoding": "gzip" };
const gzippedText: Responder = (response) =>
  response.writeHead(200, gzip).end(gzipSync(JSON.stringify("x".repeat(1_000_000))));

type Row = [name: string, respond: Responder, kind: string, message: string, more?: object];
const incomplete = "No complete response";
const late = "Timed out after 50 ms (timeoutMs).";
const fields = {
  kind: "http",
  attempts: 1,
  delaysMs: [],
  method: "GET",
  path: "/api/v2/webhookRelay/sms",
};
const see = ". Check baseUrl. See error.body.";
const none = { body: undefined };
const tooLarge = "The body is larger than maxBodyBytes, 1000";
const cases: Row[] = [
  [
    "a reset before the response",
    (response) => response.socket?.resetAndDestroy(),
    "network",
    `${incomplete} (`,
  ],
  ["a connection closed before the promised length", breakOff(200), "network", incomplete],
  [
    "a body that isn't the gzip it claims to be",
    text("not gzip", 200, gzip),
    "network",
    incomplete,
  ],
  ["a header that doesn't come", () => {}, "timeout", late, { limit: "timeoutMs" }],
  ["a body that stalls", stall, "timeout", late, { limit: "timeoutMs" }],
  [
    "a body that drips",
    drip,
    "timeout",
    "Timed out after 80 ms (deadlineMs).",
    { limit: "deadlineMs" },
  ],
  ["an empty body", text(""), "unexpected-content", "The body is empty. Check baseUrl.", none],
  ["a 204", text("", 204), "unexpected-content", "The body is empty. Check baseUrl.", none],
  [
    "OK as text",
    text("OK"),
    "unexpected-content",
    `The body is not JSON${see}`,
    { status: 200, body: "OK" },
  ],
  [
    "a long page",
    text("é".repeat(20_000), 200, html),
    "unexpected-content",
    see,
    { body: "é".repeat(2 ** 13) },
  ],
  [
    "JSON that is cut",
    text(half),
    "unexpected-content",
    `The body is not JSON${see}`,
    { body: half },
  ],
  [
    "JSON that is a list",
    json([]),
    "unexpected-content",
    "The body is not a JSON object",
    { body: [] },
  ],
  [
    "a body above maxBodyBytes",
    text("x".repeat(2_000)),
    "unexpected-content",
    tooLarge + see,
    { status: 200, limit: "maxBodyBytes" },
  ],
  ["a small gzip of a large body", gzippedText, "unexpected-content", tooLarge + see],
  [
    "success: false",
    json({ success: false }),
    "unsuccessful",
    "reported a failure.",
    { body: { success: false } },
  ],
  [
    "an envelope without success",
    json({}),
    "unsuccessful",
    "The service reported a failure. See error.body.",
  ],
  [
    'success that is the string "true"',
    json({ success: "true" }),
    "unsuccessful",
    "The service reported a failure.",
  ],
  [
    "a failure without a body",
    text("", 500),
    "http",
    "The service responded with status 500.",
    none,
  ],
  [
    "a 404",
    json({ a: 1 }, 404),
    "http",
    "404. Nothing may be there, or check baseUrl. See error.body.",
    { body: { a: 1 } },
  ],
  [
    "a failure above maxBodyBytes",
    text("x".repeat(2_000), 400),
    "http",
    "status 400. See error.body.",
  ],
  ["a failure whose body breaks off", breakOff(401), "http", "status 401. Check the token.", none],
  ["a 403", text("", 403), "http", "The service responded with status 403. Check the token."],
  [
    "a redirect",
    text("", 302, { location: "/a" }),
    "http",
    "302. Redirects aren't followed: check baseUrl or error",
  ],
  [
    "a 300",
    json({ success: true }, 300),
    "http",
    "status 300. Redirects aren't followed",
    { status: 300 },
  ],
  ["a 304", text("", 304), "http", "The service responded with status 304.", { status: 304 }],
  [
    "a rejection by the mock",
    json({}, 404, { "mock-rejection": "No." }),
    "http",
    "rejected the request (status 404): No.",
  ],
];
test.each(cases)("%s is the expected failure", async (_, respond, kind, message, more) => {
  // Only what may time out has a short time, however busy the machine is.
  const times = kind === "timeout" && (respond === drip ? { deadlineMs: 80 } : { timeoutMs: 50 });
  await using service = await serve(respond, { retry: false, maxBodyBytes: 1_000, ...times });
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  const received = { ...error, body: error.body };
  expect(received).toMatchObject({ ...fields, operation: "getWebhookRelay", kind, ...more });
  expect(error.message).toMatch(/^getWebhookRelay: /);
  expect(error.message).toContain(message);
  expect(/Redirects/.test(error.message)).toBe(message.includes("Redirects"));
  if (message.endsWith("(")) expect(error.code).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/);
});

test("without a connection, the error has the system's code, and nothing may have taken effect", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const phone = createPhoneAgentClient({
    baseUrl: `http://127.0.0.1:${port}`,
    token,
    retry: { baseDelayMs: 1 },
  });
  const refusalText = "No complete response (ECONNREFUSED). Check baseUrl and the network.";
  const error = await failureOf(phone.listTokens());
  expect(error).toMatchObject({ kind: "network", code: "ECONNREFUSED", attempts: 3 });
  expect(error.message).toBe(`listTokens: ${refusalText} (3 attempts)`);
  const message = `deleteSipRegistration: ${refusalText}`;
  expect(await failureOf(phone.deleteSipRegistration())).toMatchObject({
    message,
    mayHaveTakenEffect: false,
  });
});

test.each<[name: string, respond: Responder, kind: string, isUnsure: boolean]>([
  ["a timeout", () => {}, "timeout", true],
  ["a reset", (response) => response.socket?.resetAndDestroy(), "network", true],
  ["a 503", text("", 503), "http", true],
  ["a 404", text("", 404), "http", false],
  ["a redirect by 307", text("", 307), "http", false],
  ["a redirect by 303", text("", 303), "http", true],
  ["success: false", json({ success: false }), "unsuccessful", false],
  ["a body of its 200 that falls silent", stall, "timeout", true],
  ["a body of its 200 that breaks off", breakOff(200), "network", true],
  ["half of an object", text(half), "unexpected-content", true],
  ["half of a list", text('[{"success":fal'), "unexpected-content", true],
  ["an object behind a guard", text(')]}\',\n{"success":false}'), "unexpected-content", true],
  ["a page without a type", text("<html>Log in</html>"), "unexpected-content", true],
  ["a text", text("OK", 200, plain), "unexpected-content", true],
  ["an HTML page", text("<html>Log in", 200, html), "unexpected-content", true],
  ["a body above maxBodyBytes", text("x".repeat(2_000)), "unexpected-content", true],
])(
  "a removal fails after %s, and its error says whether it may have taken effect",
  async (_, respond, kind, isUnsure) => {
    const kinds: string[] = [];
    const onError = ({ error }: { error: { kind: string } }) => kinds.push(error.kind);
    const timeoutMs = kind === "timeout" ? 100 : 30_000;
    await using service = await serve(respond, {
      timeoutMs,
      maxBodyBytes: 1_000,
      retry: false,
      onError,
    });
    const error = await failureOf(service.phone.deleteSipRegistration());
    const expected = {
      kind,
      operation: "deleteSipRegistration",
      attempts: 1,
      mayHaveTakenEffect: isUnsure,
    };
    expect(error).toMatchObject(expected);
    expect(error.message.endsWith(mayHave)).toBe(isUnsure);
    const readFailure = await failureOf(service.phone.listTokens());
    expect([readFailure.mayHaveTakenEffect, readFailure.message.includes(mayHave)]).toEqual([
      false,
      false,
    ]);
    if (kind !== "http")
      expect((await failureOf(service.http.DELETE("/api/v2/sip/registration"))).kind).toBe(kind);
    expect(kinds.length).toBe(kind === "http" ? 2 : 3);
  },
);

test("events where JSON is due are unexpected content at once, and the service needs to send no more", async () => {
  let openCount = 0;
  const events: Responder = (response) => {
    openCount++;
    response.on("close", () => openCount--);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).write(":\n");
  };
  await using service = await serve(events, { timeoutMs: 20_000, retry: false });
  const calls = [
    () => service.phone.request("GET", "/x"),
    () => service.phone.listTokens(),
    () => service.phone.deleteSipRegistration(),
    () => service.fetch(`${service.baseUrl}/x`),
    () => service.http.GET("/api/v2/tokens"),
  ];
  for (const call of calls) {
    const error = await failureOf(call);
    expect(error.kind).toBe("unexpected-content");
    expect(error.message).toContain("The body is an event stream.");
  }
  await expect.poll(() => openCount).toBe(0);
});

test("an abort before anything is sent doesn't say that a removal may have taken effect, and a later one does", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  await using service = await serve(stall, { onResponse: () => controller.abort() });
  const late = await failureOf(service.phone.deleteSipRegistration({ signal }));
  expect([late.status, late.mayHaveTakenEffect, late.message.includes(mayHave)]).toEqual([
    200,
    true,
    true,
  ]);
  const early = await failureOf(service.phone.deleteSipRegistration({ signal }));
  expect([early.status, early.mayHaveTakenEffect, early.message.includes(mayHave)]).toEqual([
    undefined,
    false,
    false,
  ]);
});

test("an abort by the hook before the request sends nothing, so nothing may have taken effect", async () => {
  const controller = new AbortController();
  const fetch = vi.fn();
  const phone = clientWith(fetch, { onRequest: () => controller.abort() });
  const error = await failureOf(phone.deleteSipRegistration({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", mayHaveTakenEffect: false });
  expect(fetch).not.toHaveBeenCalled();
});

test.each<[respond: Responder, more: object]>([
  [json({ success: true }, 503), { status: 503 }],
  [text("<", 200, html), { kind: "unexpected-content", status: 200 }],
  [json({ success: false }), { kind: "unsuccessful", mayHaveTakenEffect: false }],
])("`request` without `repeatable` may have taken effect: %#", async (respond, more) => {
  await using service = await serve(respond);
  expect(await failureOf(service.phone.request("GET", "/x"))).toMatchObject({
    mayHaveTakenEffect: true,
    ...more,
  });
  const repeatable = await failureOf(service.phone.request("GET", "/x", { repeatable: true }));
  expect(repeatable.mayHaveTakenEffect).toBe(false);
});

test.each<[name: string, body: () => BodyInit, kind: string]>([
  [
    "breaks off",
    () => new ReadableStream({ pull: () => Promise.reject(new TypeError("terminated")) }),
    "network",
  ],
  ["stalls", () => new ReadableStream(), "timeout"],
  ["is too large", () => "x".repeat(2_000), "unexpected-content"],
  ["isn't JSON", () => half, "unexpected-content"],
  ["makes `validate` throw", () => JSON.stringify(list), "configuration"],
])(
  "the error of a response whose body %s has its status and headers, also in hooks",
  async (_, body, kind) => {
    const fetch = async () => new Response(body(), { headers: { "x-request-id": "7" } });
    const onRetry = vi.fn();
    const validate = () => {
      throw new Error("mine");
    };
    const options = {
      timeoutMs: kind === "timeout" ? 50 : 30_000,
      maxBodyBytes: 1_000,
      onRetry,
      validate,
    };
    const error = await failureOf(
      clientWith(fetch, { ...options, retry: { attempts: 2, baseDelayMs: 0 } }).listTokens(),
    );
    expect([error.kind, error.status, error.headers?.get("x-request-id")]).toEqual([
      kind,
      200,
      "7",
    ]);
    const retried = expect.objectContaining({ kind, status: 200 });
    expect(onRetry.mock.calls).toEqual(/network|timeout/.test(kind) ? [[retried]] : []);
  },
);

test("the error of a later attempt without a response has no status", async () => {
  const responses = [new Response("", { status: 503 })];
  const fetch = async () => responses.pop() ?? Promise.reject(new TypeError("no"));
  const error = await failureOf(
    clientWith(fetch, { retry: { attempts: 2, baseDelayMs: 0 } }).listTokens(),
  );
  expect([error.kind, error.attempts, error.status, error.headers]).toEqual([
    "network",
    2,
    undefined,
    undefined,
  ]);
});

test.each([
  ["ECONNREFUSED", false],
  ["ENOTFOUND", false],
  ["EAI_AGAIN", false],
  ["UND_ERR_CONNECT_TIMEOUT", false],
  ["CERT_HAS_EXPIRED", false],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", false],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false],
  ["ERR_TLS_CERT_ALTNAME_INVALID", false],
  ["ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR", true],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", true],
  ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", true],
  ["ECONNRESET", true],
])("after %s a removal may have taken effect: %j", async (code, isUnsure) => {
  const phone = clientWith(() => Promise.reject(Object.assign(new Error("x"), { code })));
  const error = await failureOf(phone.deleteSipRegistration());
  expect(error).toMatchObject({ code, attempts: 1, mayHaveTakenEffect: isUnsure });
  expect(error.message).toMatch(/: No complete response \([A-Z_\d]+\)\./);
  expect(error.message.endsWith(mayHave)).toBe(isUnsure);
});

test("a removal may have taken effect if its body breaks off, whatever the code", async () => {
  const refused = Object.assign(new Error("no"), { code: "ECONNREFUSED" });
  const body = () => new ReadableStream({ pull: (controller) => controller.error(refused) });
  const error = await failureOf(
    clientWith(async () => new Response(body())).deleteSipRegistration(),
  );
  expect(error).toMatchObject({ kind: "network", code: "ECONNREFUSED", mayHaveTakenEffect: true });
});

test.each([
  ["a connection", { syscall: "connect" }, false],
  [
    "a connection to each address",
    { errors: [{ syscall: "connect" }, { syscall: "connect" }] },
    false,
  ],
  ["a reading", { syscall: "read" }, true],
])(
  "if %s fails without a route, a removal may have taken effect: %o",
  async (_, fields, isUnsure) => {
    const cause = Object.assign(new Error("no"), { code: "EHOSTUNREACH" }, fields);
    const phone = clientWith(() => Promise.reject(new TypeError("fetch failed", { cause })));
    const error = await failureOf(phone.deleteSipRegistration());
    expect(error).toMatchObject({ code: "EHOSTUNREACH", mayHaveTakenEffect: isUnsure });
  },
);

test("a port that `fetch` blocks gets nothing, so nothing may have taken effect", async () => {
  const phone = clientWith(undefined, { baseUrl: "http://127.0.0.1:6000" });
  const error = await failureOf(phone.deleteSipRegistration());
  expect(error).toMatchObject({ kind: "network", mayHaveTakenEffect: false });
});

const circular: Error = new Error("round and round");
circular.cause = circular;
const bug = new TypeError("bug in my code", {
  cause: new Error("deeper", { cause: { list: [1] } }),
});
const invalid = Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" });
const reset = new TypeError("no", { cause: { code: "ECONNRESET" } });
const fromService = { constructor: { name: "s3cret" } };
const platformError = new DOMException("no", "AbortError");
const withNull = new Error("no", { cause: null });
const foreign = runInNewContext("new TypeError('no')") as Error;
const reject = (reason: unknown) => () => Promise.reject(reason);
test.each<[name: string, fetch: () => Promise<Response>, named: string, causes?: object[]]>([
  [
    "throws",
    () => {
      throw bug;
    },
    "TypeError",
    [bug, bug.cause as Error],
  ],
  ["rejects with an error", reject(bug), "TypeError", [bug, bug.cause as Error]],
  ["rejects with a text", reject("no"), "Object"],
  ["rejects with nothing", reject(undefined), "Object"],
  ["rejects with an object of no class", reject(Object.create(null)), "Object"],
  ["rejects with a symbol", reject(Symbol.iterator), "Object"],
  [
    "rejects with an error that is its own cause",
    reject(circular),
    "Error",
    Array(10).fill(circular),
  ],
  [
    "rejects with an exception of the platform",
    reject(platformError),
    "AbortError",
    [platformError],
  ],
  ["rejects with what the service sent", reject(fromService), "Object"],
  ["rejects with a Response", reject(new Response()), "Object"],
  [
    "rejects with a code that isn't the system's",
    reject({ code: `at /?token=${token}` }),
    "Object",
  ],
  ["rejects with a mistake that has Node's code", reject(invalid), "ERR_INVALID_URL", [invalid]],
  ["rejects with an error whose cause is null", reject(withNull), "Error", [withNull]],
  ["rejects with an error of another realm", reject(foreign), "TypeError", [foreign]],
  ["rejects with an error whose cause has a code", reject(reset), "ECONNRESET", [reset]],
])("a fetch that %s is a network failure that names %j", async (_, fetch, named, causes = []) => {
  const error = await failureOf(clientWith(fetch).listTokens());
  const see = causes.length > 0 && !/^E[A-Z]/.test(named) ? " See error.cause." : "";
  const message = `listTokens: ${incomplete} (${named}).${see} Check baseUrl and the network.`;
  expect(error).toMatchObject({ kind: "network", attempts: 1, message });
  expect(error.code).toBe(/^[A-Z_]+$/.exec(named)?.[0]);
  expect(JSON.stringify(error)).not.toContain("cause");
  // A copy has nothing else of an error.
  const copies: unknown[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    copies.push({ name: cause.name, message: cause.message, stack: cause.stack });
    expect(Object.keys(cause).filter((key) => !/^(name|stack|cause)$/.test(key))).toEqual([]);
  }
  const textsOf = ({ name, message, stack }: Error) => ({ name, message, stack });
  expect(copies).toEqual((causes as Error[]).map(textsOf));
});

test("a login page is no success of any operation", async () => {
  await using service = await serve(text("<!doctype html>", 200, html));
  const { phone, http, fetch, baseUrl } = service;
  for (const call of [
    () => phone.listTokens(),
    () => phone.listJunkInbox(),
    () => phone.listWebhookRelayTypes(),
    () => phone.getWebhookRelay("sms"),
    () => phone.deleteSipRegistration(),
    () => phone.request("POST", "/api/v2/example"),
    () => http.GET("/api/v2/tokens"),
    () => fetch(`${baseUrl}/api/v2/example`),
  ]) {
    expect((await failureOf(call)).kind).toBe("unexpected-content");
  }
});

test.each([
  [
    "while the token is awaited",
    0,
    { token: () => new Promise<string>((resolve) => setTimeout(resolve, 60, "late")) },
  ],
  ["while fetch takes its time", 1, {}],
])(
  "a call that ends %s sends nothing more, and reports nothing more",
  async (_, fetchCount, options) => {
    const events: string[] = [];
    const fetch = () => {
      events.push("sent");
      return new Promise<Response>((resolve) => setTimeout(resolve, 60, new Response("{}")));
    };
    const hooks = {
      onResponse: () => events.push("onResponse"),
      onError: () => events.push("onError"),
    };
    const phone = clientWith(fetch, { ...hooks, ...options });
    const error = await failureOf(phone.deleteSipRegistration({ timeoutMs: 20 }));
    expect(error).toMatchObject({ kind: "timeout", attempts: fetchCount });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toEqual([...(fetchCount ? ["sent"] : []), "onError"]);
  },
);

/** Creates an object with a number of nested levels. */
function createNested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}
const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
// biome-ignore lint/suspicious/noExplicitAny: a value for an argument of any type.
const hostile = (name: string, value: object = {}): any =>
  Object.defineProperty(value, name, {
    enumerable: true,
    get: () => {
      throw new Error("https://example.com/?token=s3cret");
    },
  });
const signal = { aborted: false, addEventListener: () => {} } as never;

test.each<[name: string, call: (phone: ReturnType<typeof clientWith>) => Promise<unknown>]>([
  ["a signal as the inputs", (phone) => phone.listJunkInbox(AbortSignal.abort() as never)],
  ["a cyclic query", (phone) => phone.request("POST", "/x", { query: cyclic as never })],
  [
    "a query of 10,000 levels",
    (phone) => phone.request("POST", "/x", { query: createNested(10_000) as never }),
  ],
  [
    "a body of 100,000 levels",
    (phone) => phone.request("POST", "/x", { body: createNested(100_000) }),
  ],
  ["a signal without removeEventListener", (phone) => phone.listTokens({ signal })],
  [
    "a query with a getter that throws",
    (phone) => phone.request("POST", "/x", { query: hostile("a") }),
  ],
  ["options with a getter that throws", (phone) => phone.listTokens(hostile("signal"))],
  [
    "an input of request with a getter that throws",
    (phone) => phone.request("POST", "/x", hostile("query")),
  ],
  ["a method in small letters", (phone) => phone.request("get" as "GET", "/x", { body: {} })],
  ["a method that is a symbol", (phone) => phone.request(Symbol("x") as never, "/x")],
  ["a path that is a symbol", (phone) => phone.request("GET", Symbol("x") as never)],
  ["an operation that has no pages", (phone) => phone.pages("nope" as "listJunkInbox").next()],
  ["pages of an inherited name", (phone) => phone.pages("toString" as "listJunkInbox").next()],
  [
    "pages of a symbol",
    (phone) => phone.pages(Symbol("nope") as unknown as "listJunkInbox").next(),
  ],
  [
    "pages whose inputs have a getter that throws",
    (phone) => phone.pages("listJunkInbox", hostile("pageSize")).next(),
  ],
  [
    "an operation that has no items",
    (phone) => phone.items("listTokens" as "listJunkInbox").next(),
  ],
])(
  "%s is an error of kind configuration that onError gets, and nothing is sent",
  async (_, call) => {
    let fetchCount = 0;
    const junkInboxInputNames = { paginate: "paginate", pageNumber: "pageNumber" };
    const onError = vi.fn();
    const phone = clientWith(async () => Response.json({ sent: ++fetchCount }), {
      junkInboxInputNames,
      onError,
    });
    const error = await failureOf(call(phone));
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error }));
    expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
    expect(error.message).not.toMatch(/s3cret|may have/);
    expect(fetchCount).toBe(0);
  },
);

const stream = (...chunks: unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const response = (value: object) => async () => value as never;
test.each([
  ["has null chunks", async () => new Response(stream(null) as never)],
  ["has a status that throws", response(hostile("status", { headers: new Headers(), body: null }))],
  ["has headers that throw", response(hostile("headers", { status: 200, body: null }))],
  [
    "has a header that throws",
    response({ status: 500, body: null, headers: { get: () => hostile("x").x } }),
  ],
  ["has no headers", response({ status: 200, body: null })],
  [
    "has a Node stream",
    response({ status: 200, headers: new Headers(), body: Readable.from(["{}"]) }),
  ],
  ["is null", response(null as never)],
])("a Response that %s is an error of kind configuration, by every entry", async (_, fetch) => {
  const retry = { baseDelayMs: 0 };
  const calls = [
    () => clientWith(fetch, { retry }).listWebhookRelayTypes(),
    () => clientWith(fetch, { retry }).deleteSipRegistration(),
    () => httpWith(fetch, { retry }).GET("/api/v2/tokens"),
  ];
  for (const call of calls) {
    const error = await failureOf(call);
    expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
    expect(error.message).toContain("`fetch` must return a new web Response.");
    expect(error.message).not.toContain("s3cret");
  }
});

test("a fetch that returns the same Response twice fails", async () => {
  const response = Response.json(list);
  const phone = clientWith(async () => response);
  await phone.listTokens();
  const message = "listTokens: `fetch` must return a new web Response.";
  expect(await failureOf(phone.listTokens())).toMatchObject({ kind: "configuration", message });
});

test("an error of fetch whose cause throws when read is a failure that quotes nothing", async () => {
  const error = await failureOf(
    clientWith(() => Promise.reject(hostile("cause"))).deleteSipRegistration(),
  );
  expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
  expect(error.message).toContain(mayHave);
  expect(error.message).not.toContain("s3cret");
});

test("the target of a redirect receives nothing", async () => {
  await using target = await serve(json(list));
  await using service = await serve(text("", 307, { location: `${target.baseUrl}/api/v2/tokens` }));
  expect(await failureOf(service.phone.listTokens())).toMatchObject({
    kind: "http",
    status: 307,
    attempts: 1,
  });
  expect(target.requests).toEqual([]);
});

test("a body is read to exactly maxBodyBytes, under any content type, and in pieces cut within a character", async () => {
  const bytes = Buffer.from(JSON.stringify({ message: "📞é" }));
  const fetch = async () =>
    new Response(stream(...Array.from(bytes, (byte) => Buffer.of(byte))) as never);
  expect(await clientWith(fetch, { maxBodyBytes: bytes.length }).request("GET", "/x")).toEqual({
    message: "📞é",
  });
  const call = clientWith(fetch, { maxBodyBytes: bytes.length - 1 }).request("GET", "/x");
  expect((await failureOf(call)).kind).toBe("unexpected-content");
});

test("the rest of a body that is too large isn't read", async () => {
  let canceled = 0;
  const pull = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(new Uint8Array(1_000));
  const fetch = async () =>
    new Response(new ReadableStream({ pull, cancel: () => void canceled++ }));
  expect((await failureOf(clientWith(fetch, { maxBodyBytes: 5_000 }).listTokens())).kind).toBe(
    "unexpected-content",
  );
  expect(canceled).toBe(1);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("no");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no"))],
  ["returns nothing", () => undefined],
])("a cancellation that %s changes no failure", async (_, cancel) => {
  const read = async () => ({ done: false, value: new Uint8Array(10) });
  const responseOf = (headers: object) =>
    ({
      status: 200,
      headers: new Headers({ ...headers }),
      body: { getReader: () => ({ read, cancel }), cancel },
    }) as never;
  for (const headers of [{}, { "content-type": "text/event-stream" }]) {
    const phone = clientWith(async () => responseOf(headers), { maxBodyBytes: 5 });
    expect((await failureOf(phone.listTokens())).kind).toBe("unexpected-content");
  }
});

test("the body of an error is JSON up to 16 KiB, and else the first 16 KiB of its text", async () => {
  const bodyOf = async (text: string) =>
    (await failureOf(clientWith(async () => new Response(text, { status: 404 })).listTokens()))
      .body;
  const textOf = (size: number) => JSON.stringify("x".repeat(size - 2));
  expect(await bodyOf(textOf(2 ** 14))).toBe("x".repeat(2 ** 14 - 2));
  expect(await bodyOf(textOf(2 ** 14 + 1))).toBe(`"${"x".repeat(2 ** 14 - 1)}`);
  expect(await bodyOf("x".repeat(2 ** 20))).toBe("x".repeat(2 ** 14));
});

test("a response with the mock's header is quoted on loopback only", async () => {
  const detail = "No operation has this path: PUT /__mock/on/METHOD%20PATH.";
  const fetch = async () =>
    Response.json({}, { status: 400, headers: { "mock-rejection": detail } });
  const messageAt = async (baseUrl: string) =>
    (await failureOf(clientWith(fetch, { baseUrl, allowInsecureHttp: true }).listTokens())).message;
  for (const host of ["127.0.0.1", "localhost", "[::1]"])
    expect(await messageAt(`http://${host}`)).toContain(detail);
  for (const host of ["example.com", "10.0.0.1", "localhost.example.com"]) {
    expect(await messageAt(`http://${host}`)).not.toContain(detail);
  }
});

test.each([
  ["a second", 2 ** 30, 1_000],
  ["timeoutMs, if that is less", 50, 50],
])(
  "a failure whose body stalls is retried, and returned, after %s",
  async (_, timeoutMs, bodyMs) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    let canceled = 0;
    const body = () => new ReadableStream({ cancel: () => void canceled++ });
    const fetch = async () => new Response(body(), { status: 503 });
    const retry = { attempts: 2, baseDelayMs: 0 };
    const failure = failureOf(clientWith(fetch, { timeoutMs, retry }).listTokens());
    await vi.advanceTimersByTimeAsync(bodyMs - 1);
    expect(canceled).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(canceled).toBe(1);
    await vi.runAllTimersAsync();
    expect(await failure).toMatchObject({ kind: "http", status: 503, attempts: 2 });
    expect(canceled).toBe(2);
  },
);

test("the body of a failure is read before a retry, and not left to its connection", async () => {
  const pulled: string[] = [];
  const pull = (controller: ReadableStreamDefaultController) => {
    controller.enqueue(Buffer.from("x"));
    if (pulled.push("x") === 3) controller.close();
  };
  const responses = [
    new Response(new ReadableStream({ pull }), { status: 503 }),
    Response.json(list),
  ];
  await clientWith(async () => responses.shift() as Response, {
    retry: { baseDelayMs: 0 },
  }).listTokens();
  expect(pulled.length).toBe(3);
});
