import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import {
  clientWith,
  failureOf,
  json,
  type Responder,
  serve,
  text,
  token,
  useFakeTimers,
} from "./server.ts";

// A call succeeds only if its response does, and its error says whether it may have taken effect.

const html = { "content-type": "text/html; charset=utf-8" };
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

type Row = [name: string, respond: Responder, kind: string, message: string, more?: object];
const incomplete = "No complete response";
const late = "Timed out after 50 ms (timeoutMs).";
const fields = {
  kind: "http",
  attempts: 1,
  delaysMs: [],
  method: "GET",
  path: "/api/v2/webhookRelay/sms",
  mayHaveTakenEffect: false,
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
  ["a body that stalls", stall, "timeout", late, { limit: "timeoutMs" }],
  ["an empty body", text(""), "unexpected-content", "The body is empty. Check baseUrl.", none],
  [
    "OK as text",
    text("OK"),
    "unexpected-content",
    `The body is not JSON${see}`,
    { status: 200, body: "OK" },
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
  [
    "success: false",
    json({ success: false }),
    "unsuccessful",
    "reported a failure.",
    { body: { success: false } },
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
  [
    "a redirect",
    text("", 302, { location: "/a" }),
    "http",
    "302. Redirects aren't followed: check baseUrl or error",
  ],
  ["a 304", text("", 304), "http", "The service responded with status 304.", { status: 304 }],
];
test.each(cases)("%s is the expected failure", async (_, respond, kind, message, more) => {
  // Only what may time out has a short time, however busy the machine is.
  const times = kind === "timeout" && { timeoutMs: 50 };
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
  const error = await failureOf(phone.listTokens());
  const says = "No complete response (ECONNREFUSED). Check baseUrl and the network. (3 attempts)";
  expect(error).toMatchObject({
    code: "ECONNREFUSED",
    attempts: 3,
    message: `listTokens: ${says}`,
  });
  const removal = await failureOf(phone.deleteSipRegistration());
  expect(removal.mayHaveTakenEffect).toBe(false);
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
  ["a login page", text("<html>Log in", 200, html), "unexpected-content", true],
  ["a body above maxBodyBytes", text("x".repeat(2_000)), "unexpected-content", true],
])(
  "a removal fails after %s, and its error says whether it may have taken effect",
  async (_, respond, kind, isUnsure) => {
    const timeoutMs = kind === "timeout" ? 100 : 30_000;
    await using service = await serve(respond, { timeoutMs, maxBodyBytes: 1_000 });
    const error = await failureOf(service.phone.deleteSipRegistration());
    expect(error).toMatchObject({ kind, attempts: 1, mayHaveTakenEffect: isUnsure });
    expect(error.message.endsWith(mayHave)).toBe(isUnsure);
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
    () => service.phone.deleteSipRegistration(),
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
  expect(late).toMatchObject({ status: 200, mayHaveTakenEffect: true });
  const early = await failureOf(service.phone.deleteSipRegistration({ signal }));
  expect(early.mayHaveTakenEffect).toBe(false);
});

test("an abort by the hook before the request sends nothing, so nothing may have taken effect", async () => {
  const controller = new AbortController();
  const fetch = vi.fn();
  const phone = clientWith(fetch, { onRequest: () => controller.abort() });
  const error = await failureOf(phone.deleteSipRegistration({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", mayHaveTakenEffect: false });
  expect(fetch).not.toHaveBeenCalled();
});

test("the error of a body that breaks off has the status and the headers, also in hooks", async () => {
  const body = () => new ReadableStream({ pull: () => Promise.reject(new TypeError("no")) });
  const fetch = async () => new Response(body(), { headers: { "x-request-id": "7" } });
  const onRetry = vi.fn();
  const retry = { attempts: 2, baseDelayMs: 0 };
  const error = await failureOf(clientWith(fetch, { onRetry, retry }).listTokens());
  expect(error).toMatchObject({ kind: "network", status: 200 });
  expect(error.headers?.get("x-request-id")).toBe("7");
  expect(onRetry.mock.calls).toMatchObject([[{ kind: "network", status: 200 }]]);
});

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
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", false],
  ["ERR_TLS_CERT_ALTNAME_INVALID", false],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", true],
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
  ["rejects with a text", reject("no"), "Object"],
  ["rejects with nothing", reject(undefined), "Object"],
  [
    "rejects with an error that is its own cause",
    reject(circular),
    "Error",
    Array(10).fill(circular),
  ],
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
  // A copy has nothing else of an error.
  const copies: unknown[] = [];
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    copies.push({ name: cause.name, message: cause.message, stack: cause.stack });
    expect(Object.keys(cause).filter((key) => !/^(name|stack|cause)$/.test(key))).toEqual([]);
  }
  const textsOf = ({ name, message, stack }: Error) => ({ name, message, stack });
  expect(copies).toEqual((causes as Error[]).map(textsOf));
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
      onRequest: () => events.push("onRequest"),
      onResponse: () => events.push("onResponse"),
      onError: () => events.push("onError"),
    };
    const phone = clientWith(fetch, { ...hooks, ...options });
    const error = await failureOf(phone.deleteSipRegistration({ timeoutMs: 20 }));
    expect(error).toMatchObject({ kind: "timeout", attempts: fetchCount });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events).toEqual([...(fetchCount ? ["onRequest", "sent"] : []), "onError"]);
  },
);

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
  ["a signal without removeEventListener", (phone) => phone.listTokens({ signal })],
  ["options with a getter that throws", (phone) => phone.listTokens(hostile("signal"))],
  [
    "a request's input with a getter that throws",
    (phone) => phone.request("GET", "/x", hostile("repeatable")),
  ],
  ["a method in small letters", (phone) => phone.request("get" as "GET", "/x")],
  ["a method that is a symbol", (phone) => phone.request(Symbol("x") as never, "/x")],
  ["pages of an inherited name", (phone) => phone.pages("toString" as "listJunkInbox").next()],
  [
    "pages of a symbol",
    (phone) => phone.pages(Symbol("nope") as unknown as "listJunkInbox").next(),
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

test("a fetch that returns the same Response twice fails", async () => {
  const response = Response.json(list);
  const phone = clientWith(async () => response);
  await phone.listTokens();
  const message = "listTokens: `fetch` must return a new web Response.";
  expect(await failureOf(phone.listTokens())).toMatchObject({ kind: "configuration", message });
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

test("a body is read to exactly maxBodyBytes, and in pieces cut within a character", async () => {
  const bytes = Buffer.from(JSON.stringify({ message: "📞é" }));
  const pieces = Readable.from(Array.from(bytes, (byte) => Buffer.of(byte)));
  const fetch = async () => new Response(Readable.toWeb(pieces) as ReadableStream);
  expect(await clientWith(fetch, { maxBodyBytes: bytes.length }).request("GET", "/x")).toEqual({
    message: "📞é",
  });
});

test("the rest of a body that is too large isn't read", async () => {
  let canceled = 0;
  const pull = (controller: ReadableStreamDefaultController) =>
    controller.enqueue(new Uint8Array(1_000));
  const fetch = async () =>
    new Response(new ReadableStream({ pull, cancel: () => void canceled++ }));
  const error = await failureOf(clientWith(fetch, { maxBodyBytes: 4_999 }).listTokens());
  expect([error.kind, canceled]).toEqual(["unexpected-content", 1]);
});

test("a body that can't be canceled changes no failure", async () => {
  const read = async () => ({ done: false, value: new Uint8Array(10) });
  const cancel = () => Promise.reject(new Error("no"));
  const body = { getReader: () => ({ read, cancel }), cancel };
  for (const type of ["", "text/event-stream"]) {
    const headers = new Headers({ "content-type": type });
    const fetch = async () => ({ status: 200, headers, body }) as never;
    const error = await failureOf(clientWith(fetch, { maxBodyBytes: 5 }).listTokens());
    expect(error.kind).toBe("unexpected-content");
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
  expect(await messageAt("http://127.0.0.1")).toContain(
    `rejected the request (status 400): ${detail}`,
  );
  expect(await messageAt("http://example.com")).not.toContain(detail);
});

test.each([
  ["a second", 2 ** 30, 1_000],
  ["timeoutMs, if that is less", 50, 50],
])(
  "a failure whose body stalls is retried, and returned, after %s",
  async (_, timeoutMs, bodyMs) => {
    useFakeTimers();
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
