import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient, type PhoneAgentClientOptions } from "../../src/index.ts";
import { type Answer, failureOf, json, misbehaving, text, token } from "../client/server.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const once = { retry: false } as const;

interface Case {
  answer: Answer;
  options?: PhoneAgentClientOptions;
  want: Record<string, unknown>;
  says: string;
}

const cases: Record<string, Case> = {
  "a reset before the answer": {
    answer: (response) => response.socket?.resetAndDestroy(),
    want: { kind: "network" },
    says: "ECONNRESET",
  },
  "a reset in the middle of the body": {
    answer: (response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"success":');
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
    want: { kind: "network" },
    says: "ECONNRESET",
  },
  "a connection closed before the promised length": {
    answer: (response) => {
      response.writeHead(200, { "content-length": "100" }).write('{"success":');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    want: { kind: "network" },
    says: "no complete answer",
  },
  "a chunked body that breaks off": {
    answer: (response) => {
      response.writeHead(200).write('{"success":');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    want: { kind: "network" },
    says: "no complete answer",
  },
  "what is not HTTP": {
    answer: (response) => response.socket?.end("SSH-2.0-OpenSSH\r\n"),
    want: { kind: "network" },
    says: "no complete answer",
  },
  "a body that says gzip and is not": {
    answer: text("not gzip", 200, { "content-encoding": "gzip" }),
    want: { kind: "network" },
    says: "no complete answer",
  },
  "a header that does not come": {
    answer: () => {},
    options: { timeoutMs: 50 },
    want: { kind: "timeout", limit: "timeoutMs" },
    says: "within timeoutMs",
  },
  "a body that stalls": {
    answer: (response) => response.writeHead(200).write("{"),
    options: { timeoutMs: 50 },
    want: { kind: "timeout", limit: "timeoutMs" },
    says: "within timeoutMs",
  },
  "a body that drips": {
    answer: (response) => {
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    },
    options: { deadlineMs: 80 },
    want: { kind: "timeout", limit: "deadlineMs" },
    says: "within deadlineMs",
  },
  "an empty body": {
    answer: text(""),
    want: { kind: "unexpected-content", status: 200, contentType: undefined, excerpt: undefined },
    says: "empty (status 200, no content type)",
  },
  "a 204": { answer: text("", 204), want: { kind: "unexpected-content", status: 204 }, says: "status 204" },
  "OK as text": {
    answer: text("OK", 200, { "content-type": "text/plain" }),
    want: { kind: "unexpected-content", status: 200, contentType: "text/plain", excerpt: "OK" },
    says: "text/plain",
  },
  "a login page": {
    answer: text("<!doctype html><title>Log in</title>", 200, html),
    want: { kind: "unexpected-content", contentType: "text/html; charset=utf-8" },
    says: "Check baseUrl",
  },
  "JSON that is cut": {
    answer: text('{"success": true, "message', 200, { "content-type": "application/json" }),
    want: { kind: "unexpected-content", excerpt: '{"success": true, "message' },
    says: "not JSON",
  },
  "JSON that is no object": {
    answer: json("fine"),
    want: { kind: "unexpected-content", excerpt: '"fine"' },
    says: "no JSON object",
  },
  "a JSON list where an object is due": {
    answer: json([]),
    want: { kind: "unexpected-content" },
    says: "no JSON object",
  },
  "success: false": {
    answer: json({ success: false, message: "no such type" }),
    want: { kind: "unsuccessful", status: 200, excerpt: '{"success":false,"message":"no such type"}' },
    says: "success: true",
  },
  "success that is absent": { answer: json({}), want: { kind: "unsuccessful" }, says: "success: true" },
  'success that is the text "true"': {
    answer: json({ success: "true" }),
    want: { kind: "unsuccessful" },
    says: "success: true",
  },
  "a body above maxBodyBytes": {
    answer: json({ success: true, message: "x".repeat(2_000) }),
    options: { maxBodyBytes: 1_000 },
    want: { kind: "unexpected-content", status: 200 },
    says: "longer than maxBodyBytes",
  },
  "a small gzip of a large body": {
    answer: (response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(JSON.stringify("x".repeat(1_000_000)))),
    options: { maxBodyBytes: 10_000 },
    want: { kind: "unexpected-content" },
    says: "longer than maxBodyBytes",
  },
  "a failure without a body": {
    answer: text("", 500),
    options: once,
    want: { kind: "http", status: 500, excerpt: undefined },
    says: "status 500",
  },
  "a failure with JSON": {
    answer: json({ error: "gone" }, 404),
    want: { kind: "http", status: 404, contentType: "application/json", excerpt: '{"error":"gone"}' },
    says: "status 404",
  },
  "a failure above maxBodyBytes": {
    answer: text("x".repeat(2_000), 400),
    options: { maxBodyBytes: 1_000 },
    want: { kind: "http", status: 400, excerpt: "x".repeat(200) },
    says: "status 400",
  },
  "a failure whose body breaks off": {
    answer: (response) => {
      response.writeHead(401, { "content-length": "100" }).write("{");
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
    want: { kind: "http", status: 401 },
    says: "status 401. Check the token.",
  },
  "a failure whose body stalls": {
    answer: (response) => response.writeHead(429, { "retry-after": "2" }).write("{"),
    options: { timeoutMs: 1_000 },
    want: { kind: "http", status: 429, retryAfterMs: 2_000 },
    says: "status 429. Try again later.",
  },
  "a redirect": {
    answer: text("", 302, { location: "/login" }),
    want: { kind: "http", status: 302 },
    says: "Redirects are not followed",
  },
  "a 304": { answer: text("", 304), want: { kind: "http", status: 304 }, says: "status 304" },
  "a token function that throws": {
    answer: json({}),
    options: { token: () => JSON.parse("s3cret-unparsable") },
    want: { kind: "configuration", attempts: 0 },
    says: "token function",
  },
  "a token function that gives a blank": {
    answer: json({}),
    options: { token: async () => " " },
    want: { kind: "configuration", attempts: 0 },
    says: "token function",
  },
};

test.each(Object.entries(cases))("%s has its one outcome", async (_, { answer, options, want, says }) => {
  await using service = await misbehaving(answer, { ...once, ...options });
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  expect(error).toMatchObject({ operation: "getWebhookRelay", attempts: 1, delaysMs: [], ...want });
  expect(error.message).toMatch(/^getWebhookRelay: /);
  expect(error.message).toContain(says);
});

test("a refused connection is a network failure", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const phone = createPhoneAgentClient({ baseUrl: `http://127.0.0.1:${port}`, token, retry: { baseDelayMs: 1 } });
  const error = await failureOf(phone.listTokens());
  expect(error).toMatchObject({ kind: "network", attempts: 3 });
  expect(error.message).toContain("ECONNREFUSED");
  expect(error.message).toContain("after 3 attempts");
});

test.each([
  ["a timeout", () => {}],
  ["a reset", (response) => response.socket?.resetAndDestroy()],
] satisfies [string, Answer][])(
  "after %s, the error of the removal says that it may have taken effect",
  async (_, answer) => {
    await using service = await misbehaving(answer, { timeoutMs: 50 });
    expect((await failureOf(service.phone.deleteSipRegistration())).message).toContain("may have taken effect");
    expect((await failureOf(service.phone.listTokens())).message).not.toContain("may have taken effect");
  },
);

test.each([
  [
    "breaks off",
    (response) => {
      response.writeHead(200, { "content-length": "100" }).write("O");
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    },
  ],
  ["stalls", (response) => response.writeHead(200).write("O")],
] satisfies [string, Answer][])("the removal has succeeded where a body that is of no matter %s", async (_, answer) => {
  await using service = await misbehaving(answer, { timeoutMs: 1_000 });
  expect(await service.phone.deleteSipRegistration()).toBeUndefined();
});

test.each([
  ["while the token is sought", 0, { token: () => new Promise<string>((resolve) => setTimeout(resolve, 60, "late")) }],
  ["while fetch takes its time", 1, {}],
])("a call that is over %s sends nothing more, and tells nothing more", async (_, sent, options) => {
  const told: string[] = [];
  const fetch = () => {
    told.push("sent");
    return new Promise<Response>((resolve) => setTimeout(resolve, 60, new Response("{}")));
  };
  const hooks = { onResponse: () => told.push("onResponse"), onError: () => told.push("onError") };
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, ...hooks, ...options });
  expect(await failureOf(phone.deleteSipRegistration({ timeoutMs: 20 }))).toMatchObject({
    kind: "timeout",
    attempts: sent,
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(told).toEqual([...(sent ? ["sent"] : []), "onError"]);
});

test.each([
  ["nothing", undefined],
  ["an object of no class", Object.create(null)],
  ["a symbol", Symbol("reason")],
])("a fetch that rejects with %s is a network failure", async (_, reason) => {
  const fetch = () => Promise.reject(reason);
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, ...once });
  const error = await failureOf(phone.listTokens());
  expect(error.message).toBe("listTokens: no complete answer: no reason is given. Check baseUrl and the network.");
});

test("a fetch that gives no Response is a failure that says so", async () => {
  const fetch = async () => ({ status: 200 }) as Response;
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, ...once });
  expect((await failureOf(phone.listTokens())).message).toContain("fetch gave no Response");
});

test("an error that is its own cause ends", async () => {
  const own: Error = new Error("round and round");
  own.cause = own;
  const fetch = () => Promise.reject(own);
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, ...once });
  expect((await failureOf(phone.listTokens())).message).toContain("round and round");
});

test("the target of a redirect is not asked", async () => {
  await using target = await misbehaving(json(fixtures.listTokens["empty"]));
  await using service = await misbehaving(text("", 307, { location: `${target.baseUrl}/api/v2/tokens` }));
  expect(await failureOf(service.phone.listTokens())).toMatchObject({ kind: "http", status: 307, attempts: 1 });
  expect(target.received).toEqual([]);
});

test("JSON under a wrong content type is taken for what it is", async () => {
  await using service = await misbehaving(text(JSON.stringify(fixtures.listTokens["empty"]), 200, html));
  expect(await service.phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
});

test("a body that comes in small pieces, through the middle of a character, is whole", async () => {
  const answer = { ...fixtures.listTokens["empty"], message: "📞é" };
  await using service = await misbehaving(async (response) => {
    for (const byte of Buffer.from(JSON.stringify(answer))) {
      response.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    response.end();
  });
  expect(await service.phone.listTokens()).toEqual(answer);
});

test("the rest of a body that is too long is not read", async () => {
  let closed = (_: unknown) => {};
  const gone = new Promise((resolve) => {
    closed = resolve;
  });
  await using service = await misbehaving(
    (response) => {
      const flow = setInterval(() => response.write("x".repeat(1_000)), 1);
      response.on("close", () => {
        clearInterval(flow);
        closed("closed");
      });
    },
    { maxBodyBytes: 5_000 },
  );
  expect((await failureOf(service.phone.listTokens())).kind).toBe("unexpected-content");
  expect(await gone).toBe("closed");
});

test.each([
  ["a circular body", { body: circular() }],
  ["a bigint", { body: { a: 1n } }],
  ["a header name with a space", { headers: { "a b": "1" } }],
  ["a header value with a line break", { headers: { a: "1\n2" } }],
])("%s is refused before anything is sent", async (_, input) => {
  await using service = await misbehaving(json({}));
  expect(await failureOf(service.phone.request("POST", "/x", input))).toMatchObject({
    kind: "configuration",
    attempts: 0,
  });
  expect(service.received).toEqual([]);
});

function circular(): object {
  const body: Record<string, unknown> = {};
  body["body"] = body;
  return body;
}
