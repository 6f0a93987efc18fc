import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient, type PhoneAgentClientOptions } from "../../src/index.ts";
import { clientWith, failureOf, json, type Responder, serve, text, token } from "./server.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const list = fixtures.listTokens["empty"];
const mayHave = " It may have taken effect: check before you retry.";

/** A responder that begins a response of 100 bytes, and ends the connection within it. */
const breakOff =
  (status: number, end: "destroy" | "resetAndDestroy" = "resetAndDestroy"): Responder =>
  (response) => {
    response.writeHead(status, { "content-length": "100" }).write("{");
    setTimeout(() => response.socket?.[end](), 20);
  };

const incomplete = "No complete response. Check baseUrl and the network.";
const unsuccessful = "The service reported no success. See error.body.";
const cases: [string, Responder, Record<string, unknown>, string, PhoneAgentClientOptions?][] = [
  [
    "a reset before the response",
    (response) => response.socket?.resetAndDestroy(),
    { kind: "network", code: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) },
    "No complete response (",
  ],
  [
    "a reset in the middle of the body",
    breakOff(200),
    { kind: "network", code: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) },
    "No complete response (",
  ],
  [
    "a connection closed before the promised length",
    breakOff(200, "destroy"),
    { kind: "network" },
    "No complete response",
  ],
  [
    "a chunked body that breaks off",
    (response) => {
      response.writeHead(200).write('{"success":');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    { kind: "network" },
    "No complete response",
  ],
  [
    "something that isn't HTTP",
    (response) => response.socket?.end("SSH-2.0-OpenSSH\r\n"),
    { kind: "network" },
    "No complete response",
  ],
  [
    "a body that isn't the gzip it claims to be",
    text("not gzip", 200, { "content-encoding": "gzip" }),
    { kind: "network" },
    "No complete response",
  ],
  [
    "a header that doesn't come",
    () => {},
    { kind: "timeout", limit: "timeoutMs" },
    "Timed out after 50 ms (timeoutMs).",
    { timeoutMs: 50 },
  ],
  [
    "a body that stalls",
    (response) => response.writeHead(200).write("{"),
    { kind: "timeout", limit: "timeoutMs" },
    "Timed out after 50 ms (timeoutMs).",
    { timeoutMs: 50 },
  ],
  [
    "a body that drips",
    (response) => {
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    },
    { kind: "timeout", limit: "deadlineMs" },
    "Timed out after 80 ms (deadlineMs).",
    { deadlineMs: 80 },
  ],
  [
    "an empty body",
    text(""),
    { kind: "unexpected-content", status: 200, body: undefined },
    "The body is empty (status 200). Check baseUrl.",
  ],
  [
    "a 204",
    text("", 204),
    { kind: "unexpected-content", status: 204 },
    "The body is empty (status 204). Check baseUrl.",
  ],
  [
    "OK as text",
    text("OK", 200, { "content-type": "text/plain" }),
    { kind: "unexpected-content", status: 200, body: "OK" },
    "The body is not JSON (status 200). Check baseUrl. See error.body.",
  ],
  [
    "a login page",
    text("<!doctype html><title>Log in</title>", 200, html),
    { kind: "unexpected-content", body: "<!doctype html><title>Log in</title>" },
    "The body is an HTML page (status 200). Check baseUrl. See error.body.",
  ],
  [
    "a media type that isn't a common one",
    text("OK", 200, { "content-type": "text/x-s3cret" }),
    { kind: "unexpected-content" },
    "The body is not JSON (status 200). Check baseUrl. See error.body.",
  ],
  [
    "a login page of more than 16 KiB",
    text("é".repeat(20_000), 200, html),
    { kind: "unexpected-content", body: "é".repeat(2 ** 13) },
    "See error.body.",
  ],
  [
    "JSON that is cut",
    text('{"success": true, "message', 200, { "content-type": "application/json" }),
    { kind: "unexpected-content", body: '{"success": true, "message' },
    "The body is not JSON (status 200).",
  ],
  [
    "JSON that isn't an object",
    json("fine"),
    { kind: "unexpected-content", body: "fine" },
    "The body is not a JSON object (status 200).",
  ],
  [
    "a JSON list where an object is expected",
    json([]),
    { kind: "unexpected-content", body: [] },
    "The body is not a JSON object",
  ],
  [
    "success: false",
    json({ success: false, message: "no such type" }),
    { kind: "unsuccessful", status: 200, body: { success: false, message: "no such type" } },
    unsuccessful,
  ],
  ["an envelope without success", json({}), { kind: "unsuccessful" }, unsuccessful],
  ['success that is the string "true"', json({ success: "true" }), { kind: "unsuccessful" }, unsuccessful],
  [
    "a body above maxBodyBytes",
    json({ success: true, message: "x".repeat(2_000) }),
    { kind: "unexpected-content", status: 200 },
    "The body is larger than maxBodyBytes, 1000 (status 200). Check baseUrl. See error.body.",
    { maxBodyBytes: 1_000 },
  ],
  [
    "a small gzip of a large body",
    (response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(JSON.stringify("x".repeat(1_000_000)))),
    { kind: "unexpected-content" },
    "The body is larger than maxBodyBytes, 10000 (status 200). Check baseUrl. See error.body.",
    { maxBodyBytes: 10_000 },
  ],
  [
    "a failure without a body",
    text("", 500),
    { kind: "http", status: 500, body: undefined },
    "The service responded with status 500.",
  ],
  [
    "a failure with JSON",
    json({ error: "gone" }, 404),
    { kind: "http", status: 404, body: { error: "gone" } },
    "The service responded with status 404. Check baseUrl and the path values. See error.body.",
  ],
  [
    "a failure above maxBodyBytes",
    text("x".repeat(2_000), 400),
    { kind: "http", status: 400, body: expect.stringMatching(/^x{1000,}$/) },
    "The service responded with status 400. See error.body.",
    { maxBodyBytes: 1_000 },
  ],
  [
    "a failure whose body breaks off",
    breakOff(401),
    { kind: "http", status: 401, body: undefined },
    "The service responded with status 401. Check the token.",
  ],
  ["a 403", text("", 403), { kind: "http", status: 403 }, "The service responded with status 403. Check the token."],
  [
    "a failure whose body stalls",
    (response) => response.writeHead(429, { "retry-after": "2" }).write("{"),
    { kind: "http", status: 429, retryAfterMs: 2_000, body: undefined },
    "The service responded with status 429.",
    { timeoutMs: 1_000 },
  ],
  [
    "a redirect",
    text("", 302, { location: "/login" }),
    { kind: "http", status: 302 },
    "The service responded with status 302. Redirects aren't followed: check baseUrl or, if expected, error.headers.",
  ],
  ["a 300", json({ success: true }, 300), { kind: "http", status: 300 }, "status 300. Redirects"],
  ["a 304", text("", 304), { kind: "http", status: 304 }, "The service responded with status 304."],
  [
    "a rejection by the mock",
    json({}, 404, { "mock-rejection": "No such relay type." }),
    { kind: "http", status: 404 },
    "The mock rejected the request (status 404): No such relay type. See error.body.",
  ],
  [
    "a failure that the mock plays",
    json({ detail: "s3cret" }, 404, { "mock-source": "preference" }),
    { kind: "http", body: { detail: "s3cret" } },
    "The service responded with status 404. Check baseUrl and the path values. See error.body.",
  ],
  [
    "a rejection by the mock without a reason",
    json({ detail: "s3cret" }, 400, { "mock-source": "mock" }),
    { kind: "http" },
    "The service responded with status 400. See error.body.",
  ],
  [
    "a token function that throws",
    json({}),
    { kind: "configuration", attempts: 0 },
    "The token function failed or returned no valid token.",
    { token: () => JSON.parse("s3cret-unparsable") },
  ],
  [
    "a token function that returns a blank",
    json({}),
    { kind: "configuration", attempts: 0 },
    "The token function failed or returned no valid token.",
    { token: async () => " " },
  ],
];

test.each(cases)("%s is the expected failure", async (_, respond, expected, message, options) => {
  await using service = await serve(respond, { retry: false, ...options });
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  expect(error).toMatchObject({
    operation: "getWebhookRelay",
    method: "GET",
    path: "/api/v2/webhookRelay/sms",
    attempts: 1,
    delaysMs: [],
    ...expected,
  });
  expect(error.message).toMatch(/^getWebhookRelay: /);
  expect(error.message).toContain(message);
  expect(/Redirects/.test(error.message)).toBe(message.includes("Redirects"));
});

test("without a connection, the error has the system's code, and nothing may have taken effect", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const phone = createPhoneAgentClient({ baseUrl: `http://127.0.0.1:${port}`, token, retry: { baseDelayMs: 1 } });
  const refusalText = "No complete response (ECONNREFUSED). Check baseUrl and the network.";
  const error = await failureOf(phone.listTokens());
  expect(error).toMatchObject({ kind: "network", code: "ECONNREFUSED", attempts: 3 });
  expect(error.message).toBe(`listTokens: ${refusalText} (3 attempts)`);
  expect((await failureOf(phone.deleteSipRegistration())).message).toBe(`deleteSipRegistration: ${refusalText}`);
});

test.each([
  ["a timeout", () => {}, true],
  ["a reset", (response) => response.socket?.resetAndDestroy(), true],
  ["a 503", text("", 503), true],
  ["a 404", text("", 404), false],
] satisfies [string, Responder, boolean][])(
  "after %s, only an error of the deletion may say that it may have taken effect",
  async (name, respond, says) => {
    // Only the timeout may time out, however busy the machine is.
    const timeoutMs = name === "a timeout" ? 50 : 30_000;
    await using service = await serve(respond, { timeoutMs, retry: false });
    expect((await failureOf(service.phone.deleteSipRegistration())).message.endsWith(mayHave)).toBe(says);
    expect((await failureOf(service.phone.listTokens())).message).not.toContain(mayHave);
  },
);

test("an abort before anything is sent doesn't say that the deletion may have taken effect, and a later one does", async () => {
  const controller = new AbortController();
  await using service = await serve(() => controller.abort());
  const { signal } = controller;
  expect((await failureOf(service.phone.deleteSipRegistration({ signal }))).message).toContain(mayHave);
  expect((await failureOf(service.phone.deleteSipRegistration({ signal }))).message).not.toContain(mayHave);
});

test.each([
  ["while the token is awaited", 0, { token: () => new Promise<string>((resolve) => setTimeout(resolve, 60, "late")) }],
  ["while fetch takes its time", 1, {}],
])("a call that ends %s sends nothing more, and reports nothing more", async (_, fetchCount, options) => {
  const events: string[] = [];
  const fetch = () => {
    events.push("sent");
    return new Promise<Response>((resolve) => setTimeout(resolve, 60, new Response("{}")));
  };
  const hooks = { onResponse: () => events.push("onResponse"), onError: () => events.push("onError") };
  const phone = clientWith(fetch, { ...hooks, ...options });
  expect(await failureOf(phone.deleteSipRegistration({ timeoutMs: 20 }))).toMatchObject({
    kind: "timeout",
    attempts: fetchCount,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(events).toEqual([...(fetchCount ? ["sent"] : []), "onError"]);
});

test("a fetch that throws instead of rejecting is a network failure", async () => {
  const fetch = () => {
    throw new Error("no");
  };
  expect(await failureOf(clientWith(fetch).listTokens())).toMatchObject({ kind: "network", attempts: 1 });
});

test("a body of exactly maxBodyBytes is read", async () => {
  const fetch = async () => new Response("[1,2]");
  expect(await clientWith(fetch, { maxBodyBytes: 5 }).request("GET", "/x")).toEqual([1, 2]);
  expect((await failureOf(clientWith(fetch, { maxBodyBytes: 4 }).request("GET", "/x"))).kind).toBe(
    "unexpected-content",
  );
});

test.each([
  ["the error", Object.assign(new Error("no"), { code: "ECONNRESET" })],
  ["its cause", new TypeError("no", { cause: { code: "ECONNRESET" } })],
])("the system's code comes from %s that fetch rejects with", async (_, reason) => {
  const error = await failureOf(clientWith(() => Promise.reject(reason)).listTokens());
  expect(error).toMatchObject({ kind: "network", code: "ECONNRESET" });
  expect(error.message).toBe("listTokens: No complete response (ECONNRESET). Check baseUrl and the network.");
});

const circular: Error = new Error("round and round");
circular.cause = circular;
test.each([
  ["nothing", undefined],
  ["an object of no class", Object.create(null)],
  ["a symbol", Symbol("reason")],
  ["an error that is its own cause", circular],
  [
    "an error whose code isn't the system's",
    Object.assign(new Error("no"), { code: "at https://example.com/?token=S3CRET" }),
  ],
])("a fetch that rejects with %s is a network failure", async (_, reason) => {
  const error = await failureOf(clientWith(() => Promise.reject(reason)).listTokens());
  expect(error).toMatchObject({ kind: "network", message: `listTokens: ${incomplete}` });
  expect(error.code).toBeUndefined();
});

test.each([
  ["undefined", undefined],
  ["a stub without headers", { ok: true, status: 200, json: async () => list }],
  ["a body that is a Node stream", { status: 200, headers: new Headers(), body: Readable.from(["{}"]) }],
])("a fetch that returns %s is a configuration error, not retried, and its request is aborted", async (_, response) => {
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch = async (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return response as unknown as Response;
  };
  const error = await failureOf(clientWith(fetch, { retry: { baseDelayMs: 0 } }).listTokens());
  expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
  expect(error.message).toBe("listTokens: `fetch` must return a new web Response.");
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

test("the target of a redirect receives nothing", async () => {
  await using target = await serve(json(list));
  await using service = await serve(text("", 307, { location: `${target.baseUrl}/api/v2/tokens` }));
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status: 307, attempts: 1 });
  expect(target.requests).toEqual([]);
});

test("JSON under a wrong content type is read as JSON", async () => {
  await using service = await serve(text(JSON.stringify(list), 200, { "content-type": "text/plain" }));
  expect(await service.phone.listTokens()).toEqual(list);
});

test("a body in small pieces, cut within a character, is complete", async () => {
  const expected = { ...list, message: "📞é" };
  await using service = await serve(async (response) => {
    for (const byte of Buffer.from(JSON.stringify(expected))) {
      response.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    response.end();
  });
  expect(await service.phone.listTokens()).toEqual(expected);
});

test("the rest of a body that is too large isn't read", async () => {
  let resolveClosing = (_: unknown) => {};
  const closing = new Promise((resolve) => {
    resolveClosing = resolve;
  });
  await using service = await serve(
    (response) => {
      const flow = setInterval(() => response.write("x".repeat(1_000)), 1);
      response.on("close", () => {
        clearInterval(flow);
        resolveClosing("closed");
      });
    },
    { maxBodyBytes: 5_000 },
  );
  expect((await failureOf(service.phone.listTokens())).kind).toBe("unexpected-content");
  expect(await closing).toBe("closed");
});

test("a controller instead of its signal is rejected by the option's name, and nothing is sent", async () => {
  await using service = await serve(json({}));
  const error = await failureOf(service.phone.listTokens({ signal: new AbortController() as never }));
  expect(error.message).toBe("listTokens: `signal` must be an AbortSignal.");
  expect(service.requests).toEqual([]);
});

test("a fetch that returns the same Response twice fails with the advice to return a new one", async () => {
  const response = Response.json({ success: true, message: "", tokens: [] });
  const phone = clientWith(async () => response);
  await phone.listTokens();
  expect(await failureOf(phone.listTokens())).toMatchObject({
    kind: "configuration",
    message: "listTokens: `fetch` must return a new web Response.",
  });
});

test("an error keeps 16 KiB of a large body, and not the rest", async () => {
  const phone = clientWith(async () => new Response("x".repeat(2 ** 20), { status: 404 }));
  const error = await failureOf(phone.listTokens());
  expect(error.body).toBe("x".repeat(2 ** 14));
});

test("the JSON of an error is parsed up to 16 KiB", async () => {
  const textOf = (size: number) => JSON.stringify("x".repeat(size - 2));
  const bodyOf = async (text: string) =>
    (await failureOf(clientWith(async () => new Response(text, { status: 404 })).listTokens())).body;
  expect(await bodyOf(textOf(2 ** 14))).toBe("x".repeat(2 ** 14 - 2));
  expect(await bodyOf(textOf(2 ** 14 + 1))).toBe(`"${"x".repeat(2 ** 14 - 1)}`);
});

test("the mock's rejection is quoted on loopback alone", async () => {
  const rejection = async () =>
    Response.json({}, { status: 400, headers: { "mock-source": "mock", "mock-rejection": "Foreign text." } });
  const errorAt = (baseUrl: string) => failureOf(clientWith(rejection, { baseUrl }).listTokens());
  expect((await errorAt("http://127.0.0.1:1")).message).toContain("Foreign text.");
  expect((await errorAt("https://example.com")).message).not.toContain("Foreign text.");
});

test("a system code with digits is kept, and a TLS alert can follow a request", async () => {
  const reset = Object.assign(new Error("x"), { code: "ERR_SSL_TLSV1_ALERT" });
  const phone = clientWith(async () => Promise.reject(reset));
  expect(await failureOf(phone.deleteSipRegistration())).toMatchObject({
    code: "ERR_SSL_TLSV1_ALERT",
    message: `deleteSipRegistration: No complete response (ERR_SSL_TLSV1_ALERT). Check baseUrl and the network.${mayHave}`,
  });
});
