import { Buffer } from "node:buffer";
import { expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { clientWith, failureOf, httpWith, json, type Responder, serve, text } from "./server.ts";

// A call succeeds only if its response does, and its error says whether it may have taken effect.

const mayHave = "It may have taken effect: check before you retry.";
const half = '{"success":false,"mess';

/** Creates a responder that sends the head and half of an envelope, then nothing or the end of the connection. */
const halfThen =
  (end: "silence" | "end"): Responder =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write(half);
    if (end === "end") setTimeout(() => response.socket?.destroy(), 20);
  };

test.each<[name: string, kind: string, respond: Responder, timeoutMs?: number]>([
  ["falls silent", "timeout", halfThen("silence"), 200],
  ["ends with its connection", "network", halfThen("end")],
  ["is half of an object", "unexpected-content", text(half)],
  ["is half of an object after blanks", "unexpected-content", text(` \n${half}`)],
  ["is an HTML page", "unexpected-content", text("<html>Log in", 200, { "content-type": "text/html" })],
  ["is larger than maxBodyBytes", "unexpected-content", text("x".repeat(2_000))],
])(
  "a removal fails if the body of its 200 %s, and says that it may have taken effect",
  async (_, kind, respond, timeoutMs) => {
    const kinds: string[] = [];
    const onError = ({ error }: { error: { kind: string } }) => kinds.push(error.kind);
    await using service = await serve(respond, { timeoutMs, maxBodyBytes: 1_000, onError });
    const { phone, http } = service;
    for (const call of [() => phone.deleteSipRegistration(), () => http.DELETE("/api/v2/sip/registration")]) {
      const error = await failureOf(call);
      expect(error).toMatchObject({ kind, operation: "deleteSipRegistration", attempts: 1 });
      expect(error.message).toContain(mayHave);
    }
    expect(kinds).toEqual([kind, kind]);
  },
);

test("a removal that is aborted within the body of its 200 fails, and says that it may have taken effect", async () => {
  const controller = new AbortController();
  await using service = await serve((response) => {
    response.writeHead(200).write(half);
    setTimeout(() => controller.abort(), 30);
  });
  const error = await failureOf(service.phone.deleteSipRegistration({ signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", attempts: 1 });
  expect(error.message).toContain(mayHave);
});

test.each([
  ["a page", "<!doctype html>"],
  ["JSON", JSON.stringify(fixtures.listTokens["empty"])],
  ["nothing", ""],
])("a 200 with text/html and %s is no success of any operation", async (_, body) => {
  await using service = await serve(text(body, 200, { "content-type": "text/html; charset=utf-8" }));
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
])("after %s a removal may have taken effect: %j", async (code, says) => {
  const phone = clientWith(() => Promise.reject(Object.assign(new Error("x"), { code })));
  const error = await failureOf(phone.deleteSipRegistration());
  expect([error.code, error.message.includes(mayHave)]).toEqual([code, says]);
});

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
  ["a cyclic query", (phone) => phone.request("POST", "/x", { query: cyclic as never })],
  ["a query of 10,000 levels", (phone) => phone.request("POST", "/x", { query: createNested(10_000) as never })],
  ["a body of 10,000 levels of a form", (phone) => phone.request("POST", "/x", { body: createNested(100_000) })],
  ["a signal without removeEventListener", (phone) => phone.listTokens({ signal })],
  ["a query with a getter that throws", (phone) => phone.request("POST", "/x", { query: hostile("a") })],
  ["options with a getter that throws", (phone) => phone.listTokens(hostile("signal"))],
  ["an input of request with a getter that throws", (phone) => phone.request("POST", "/x", hostile("query"))],
  ["a method in small letters", (phone) => phone.request("get" as "GET", "/x", { body: {} })],
  ["a method that is a symbol", (phone) => phone.request(Symbol("x") as never, "/x")],
  ["a path that is a symbol", (phone) => phone.request("GET", Symbol("x") as never)],
  ["an operation that has no pages", (phone) => phone.pages("nope" as "listJunkInbox").next()],
  ["pages of an inherited name", (phone) => phone.pages("toString" as "listJunkInbox").next()],
  ["pages of a symbol", (phone) => phone.pages(Symbol("nope") as unknown as "listJunkInbox").next()],
  ["pages whose inputs have a getter that throws", (phone) => phone.pages("listJunkInbox", hostile("pageSize")).next()],
  ["a first page with a getter that throws", (phone) => phone.junkRooms(hostile("pageNumber")).next()],
  ["an operation that has no items", (phone) => phone.items("listTokens" as "listJunkInbox").next()],
  ["a signal as the inputs of junkRooms", (phone) => phone.junkRooms(AbortSignal.abort() as never).next()],
])("%s is an error of kind configuration that onError gets, and nothing is sent", async (_, call) => {
  let fetchCount = 0;
  const junkInboxInputNames = { paginate: "paginate", pageNumber: "pageNumber" };
  const onError = vi.fn();
  const phone = clientWith(async () => Response.json({ sent: ++fetchCount }), { junkInboxInputNames, onError });
  const error = await failureOf(call(phone));
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ error }));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).not.toMatch(/s3cret|may have/);
  expect(fetchCount).toBe(0);
});

const stream = (...chunks: unknown[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const response = (value: object) => async () => value as never;
test.each([
  ["has a string chunk", async () => new Response(stream("{}") as never)],
  ["has several string chunks", async () => new Response(stream('{"success":', "true}") as never)],
  ["has null chunks", async () => new Response(stream(null) as never)],
  ["has a status that throws", response(hostile("status", { headers: new Headers(), body: null }))],
  ["has headers that throw", response(hostile("headers", { status: 200, body: null }))],
  ["has a header that throws", response({ status: 500, body: null, headers: { get: () => hostile("x").x } })],
  ["has no headers", response({ status: 200, body: null })],
  ["is null", response(null as never)],
])("a Response that %s is an error of kind configuration, by every entry", async (_, fetch) => {
  const calls = [
    () => clientWith(fetch).listWebhookRelayTypes(),
    () => clientWith(fetch).deleteSipRegistration(),
    () => httpWith(fetch).GET("/api/v2/tokens"),
  ];
  for (const call of calls) {
    const error = await failureOf(call);
    expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
    expect(error.message).toContain("`fetch` must return a new web Response.");
    expect(error.message).not.toContain("s3cret");
  }
});

test("an error of fetch whose `code` throws when read is a failure that quotes nothing", async () => {
  const error = await failureOf(clientWith(() => Promise.reject(hostile("cause", {}))).deleteSipRegistration());
  expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
  expect(error.message).toContain(mayHave);
  expect(error.message).not.toContain("s3cret");
});

test("a response with the mock's header is quoted on loopback only", async () => {
  const detail = "token=s3cret";
  const fetch = async () => Response.json({}, { status: 400, headers: { "mock-rejection": detail } });
  const messageAt = async (baseUrl: string) =>
    (await failureOf(clientWith(fetch, { baseUrl, allowInsecureHttp: true }).listTokens())).message;
  for (const host of ["127.0.0.1", "localhost", "[::1]"]) expect(await messageAt(`http://${host}`)).toContain(detail);
  for (const host of ["example.com", "10.0.0.1", "localhost.example.com"]) {
    expect(await messageAt(`http://${host}`)).not.toContain(detail);
  }
});

test("a failure whose body stalls is retried and returned after a second, not after timeoutMs", async () => {
  const bodies: ReadableStream[] = [];
  let canceled = 0;
  const fetch = async () => {
    const body = new ReadableStream({ cancel: () => void canceled++ });
    bodies.push(body);
    return new Response(body, { status: 503 });
  };
  const retry = { attempts: 2, baseDelayMs: 0 };
  const error = await failureOf(clientWith(fetch, { timeoutMs: 2 ** 30, retry }).listTokens());
  expect(error).toMatchObject({ kind: "http", status: 503, attempts: 2 });
  expect([bodies.length, canceled]).toEqual([2, 2]);
});

test("a failure whose body stalls is returned after timeoutMs, if that is less than a second", async () => {
  const timer = vi.spyOn(globalThis, "setTimeout");
  const fetch = async () => new Response(new ReadableStream(), { status: 404 });
  const error = await failureOf(clientWith(fetch, { timeoutMs: 50 }).listTokens());
  // Others may start timers, too.
  const delays = timer.mock.calls.map(([, ms]) => ms).filter((ms) => ms === 50 || ms === 1_000);
  timer.mockRestore();
  expect(error).toMatchObject({ kind: "http", status: 404 });
  expect(delays).toEqual([50, 50]);
});

test("the body of a failure is read before a retry, and not left to its connection", async () => {
  const controllers: ReadableStreamDefaultController[] = [];
  const pulled: number[] = [];
  const fetch = async () => {
    const attempt = controllers.length;
    if (attempt > 0) return Response.json(fixtures.listTokens["empty"]);
    const body = new ReadableStream({
      start: (controller) => void controllers.push(controller),
      pull: (controller) => {
        pulled.push(attempt);
        controller.enqueue(Buffer.from("x"));
        if (pulled.length === 3) controller.close();
      },
    });
    return new Response(body, { status: 503, headers: { "retry-after": "1" } });
  };
  await clientWith(fetch, { retry: {} }).listTokens();
  expect(pulled).toEqual([0, 0, 0]);
});

test("retry.attempts must be an integer", async () => {
  const error = await failureOf(() => clientWith(undefined, { retry: { attempts: 2.5 } }));
  expect(error.message).toBe("createPhoneAgentClient: `attempts` must be an integer from 1 to 2147483647.");
});

test("a service that counts its pages from one and echoes page 0 doesn't yield its first rooms twice", async () => {
  const [room] = fixtures.listJunkInbox["every-field"].rooms;
  const respond: Responder = (response, request, count) => {
    const pageNumber = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("page"));
    const start = Math.max(pageNumber, 1) * 2 - 2;
    const rooms = [1, 2, 3, 4, 5].slice(start, start + 2).map((id) => ({ ...room, id, roomId: `1:${id}` }));
    json({ pageSize: 2, pageNumber, totalRooms: 5, rooms })(response, request, count);
  };
  await using service = await serve(respond, { junkInboxInputNames: { paginate: "paged", pageNumber: "page" } });
  const ids: number[] = [];
  const read = async () => {
    for await (const { id } of service.phone.junkRooms()) ids.push(id);
  };
  const error = await failureOf(read());
  expect(error).toMatchObject({ kind: "contract", operation: "listJunkInbox", findings: [{ pointer: "/rooms" }] });
  expect(error.message).toBe("listJunkInbox: `/rooms` repeats the page before.");
  expect(ids).toEqual([1, 2]);
  ids.length = 0;
  for await (const { id } of service.phone.junkRooms({ pageNumber: 1 })) ids.push(id);
  expect(ids).toEqual([1, 2, 3, 4, 5]);
});
