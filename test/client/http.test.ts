import { getEventListeners } from "node:events";
import { createHttp } from "phone-agent-api/http";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { failureOf, httpWith, json, type Responder, sentToken, sequence, serve, text, token } from "./server.ts";

const list = fixtures.listTokens["empty"];

test("http sends path values, queries and headers as the named operations do", async () => {
  await using service = await serve(json({ success: true }), { headers: { "x-a": "1" } });
  const path = { type: "a/b" };
  const query = { any: true, "b&c": [1, 2] };
  await service.http.GET("/api/v2/webhookRelay/{type}", { params: { path, query } as never, headers: { "x-b": "2" } });
  await service.http.GET("/api/v2/junkConversations", { params: { query: { inputs: { page: 1 } } as never } });
  expect(service.requests).toMatchObject([
    { target: `/api/v2/webhookRelay/a%2Fb?any=true&b%26c=1&b%26c=2&${sentToken}`, headers: { "x-a": "1", "x-b": "2" } },
    { target: `/api/v2/junkConversations?page=1&${sentToken}` },
  ]);
  expect(service.requests.map(({ headers }) => headers["content-type"])).toEqual([undefined, undefined]);
});

test("a call removes a header of the client with null, which openapi-fetch's types allow", async () => {
  await using service = await serve(json(list), { headers: { "x-a": "1", "x-b": "1" } });
  await service.http.GET("/api/v2/tokens", { headers: { "X-A": null } });
  await service.phone.listTokens({ headers: { "X-A": null } as never });
  expect(service.requests.map(({ headers }) => [headers["x-a"], headers["x-b"]])).toEqual([
    [undefined, "1"],
    [undefined, "1"],
  ]);
});

test("http returns a real Response without a URL", async () => {
  await using service = await serve(json(list));
  const { data, response } = await service.http.GET("/api/v2/tokens", { parseAs: "stream" });
  expect(data).toBeInstanceOf(ReadableStream);
  expect(response).toBeInstanceOf(Response);
  expect([response.url, response.clone().url]).toEqual(["", ""]);
  expect(await response.json()).toEqual(list);
});

test("http returns the body of a failure as its error, as the service sent it", async () => {
  await using service = await serve((response, request) =>
    json({ url: request.url }, 404, { "x-url": request.url ?? "" })(response, request, 1),
  );
  const { data, error, response } = await service.http.GET("/api/v2/tokens");
  const url = `/api/v2/tokens?${sentToken}`;
  expect([data, error, response.status, response.headers.get("x-url")]).toEqual([undefined, { url }, 404, url]);
});

test("http retries an operation that is safe to retry, and no deletion", async () => {
  await using service = await serve(sequence(json({}, 503), json(list), json({}, 503)));
  expect((await service.http.GET("/api/v2/tokens")).data).toEqual(list);
  expect((await service.http.DELETE("/api/v2/sip/registration")).response.status).toBe(503);
  expect(service.requests.map(({ method }) => method)).toEqual(["GET", "GET", "DELETE"]);
});

const breaksOff: Responder = (response) => {
  response.writeHead(500, { "content-length": "100" }).write("{");
  setTimeout(() => response.socket?.resetAndDestroy(), 20);
};

test.each([
  ["a login page", text("<html>", 200, { "content-type": "text/html" }), "unexpected-content"],
  ["an envelope without success", json({ success: false }), "unsuccessful"],
  ["a failure whose body breaks off", breaksOff, "http"],
  ["a failure with a body above maxBodyBytes", text("x".repeat(2_000), 500), "http"],
])("http throws for %s", async (_, respond, kind) => {
  await using service = await serve(respond, { maxBodyBytes: 1_000, retry: false });
  expect(await failureOf(service.http.GET("/api/v2/tokens"))).toMatchObject({ kind, operation: "listTokens" });
});

test("http throws for a redirect whose status a browser hides", async () => {
  const http = httpWith(async () => Response.error());
  expect(await failureOf(http.GET("/api/v2/tokens"))).toMatchObject({ kind: "http", status: 0 });
});

test("http throws for an undocumented path whose response isn't JSON", async () => {
  await using service = await serve(text("OK"));
  const error = await failureOf(service.http.GET("/api/v2/other" as never));
  expect(error).toMatchObject({ kind: "unexpected-content", operation: "GET /api/v2/other", body: "OK" });
});

test("http accepts the arguments of openapi-fetch: init omitted, undefined, null, or after a method", async () => {
  await using service = await serve(json(list));
  const { http } = service;
  const path = "/api/v2/tokens";
  const results = [await http.GET(path), await http.GET(path, undefined), await http.GET(path, null as never)];
  results.push(await http.request("get", path, {}));
  expect(results.map(({ data }) => data)).toEqual(Array(4).fill(list));
  expect(service.requests.map(({ target }) => target)).toEqual(Array(4).fill(`${path}?${sentToken}`));
});

test("http respects timeoutMs and the signal of a call", async () => {
  await using service = await serve(() => {}, { retry: false });
  expect((await failureOf(service.http.GET("/api/v2/tokens", { timeoutMs: 500 }))).kind).toBe("timeout");
  const signal = AbortSignal.abort("enough");
  expect(await failureOf(service.http.GET("/api/v2/tokens", { signal }))).toMatchObject({
    kind: "aborted",
    cause: "enough",
  });
  expect(service.requests.length).toBe(1);
});

test("http respects timeoutMs and a signal if middleware replaces the request", async () => {
  await using service = await serve(() => {}, { retry: false });
  let init: RequestInit = { headers: { "x-a": "1" } };
  service.http.use({ onRequest: ({ request }) => new Request(request, init) });
  expect((await failureOf(service.http.GET("/api/v2/tokens", { timeoutMs: 500 }))).kind).toBe("timeout");
  expect(service.requests[0]?.headers).toMatchObject({ "x-a": "1" });
  init = { signal: AbortSignal.abort("enough") };
  expect(await failureOf(service.http.GET("/api/v2/tokens"))).toMatchObject({ kind: "aborted", cause: "enough" });
});

test("http leaves no listener on the caller's signal", async () => {
  await using service = await serve(json(list));
  const { signal } = new AbortController();
  for (let call = 0; call < 20; call++) await service.http.GET("/api/v2/tokens", { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each(["OK", token, ""])("the deletion succeeds with any body of a 2xx: %j", async (body) => {
  await using service = await serve(text(body, 200, { "content-length": String(body.length) }));
  const { data, error, response } = await service.http.DELETE("/api/v2/sip/registration");
  expect([data, error, response.status]).toEqual([undefined, undefined, 200]);
});

test("http adds no header", async () => {
  await using service = await serve(json({ a: 1 }, 404, { "content-type": "" }));
  const { response } = await service.http.GET("/api/v2/tokens");
  expect(response.headers.get("content-type") ?? "").toBe("");
});

test.each([
  ["baseUrl", { baseUrl: "https://other.example" }],
  ["fetch", { fetch: async () => Response.json(list) }],
  ["Request", { Request }],
  ["pathSerializer", { pathSerializer: () => "https://other.example/" }],
])("http rejects %s for a single call", async (name, init) => {
  await using service = await serve(json(list));
  const error = await failureOf(service.http.GET("/api/v2/tokens", init as never));
  expect(error).toMatchObject({ kind: "configuration", operation: "listTokens", attempts: 0 });
  expect(error.message).toContain(name);
  expect(service.requests).toEqual([]);
});

test.each([
  ["headers", { headers: { "x-a": "s3cret\nx" } }],
  ["headers as pairs", { headers: [["a b", "s3cret"]] }],
  ["a header parameter", { params: { header: { "x-a": "s3cret\nx" } } }],
])("http rejects %s that HTTP can't carry, without quoting them", async (_, init) => {
  await using service = await serve(json(list));
  const error = await failureOf(service.http.GET("/api/v2/tokens", init as never));
  expect(error.message).toBe("listTokens: `headers` contains an invalid name or value.");
  expect(service.requests).toEqual([]);
});

test.each([
  ["of the client", { querySerializer: { array: { style: "form", explode: false } } } as const, undefined],
  ["of a call", {}, { querySerializer: { array: { style: "form", explode: false } } }],
  ["that is a function", { querySerializer: () => "ids=1,2#c" }, undefined],
])("a query serializer %s writes the query, to which the token is added", async (_, client, call) => {
  await using service = await serve(json({}));
  const http = createHttp({ baseUrl: service.baseUrl, token, ...client });
  await http.request("get", "/api/v2/example" as never, { params: { query: { ids: [1, 2] } }, ...call } as never);
  expect(service.requests[0]?.target).toBe(`/api/v2/example?ids=1,2&${sentToken}`);
});

test("the serializer of a call precedes that of the client", async () => {
  await using service = await serve(json({}));
  const http = createHttp({
    baseUrl: service.baseUrl,
    token,
    bodySerializer: () => "client",
    querySerializer: () => "of=client",
  });
  const path = "/api/v2/example" as never;
  await http.request("post", path, { body: {} } as never);
  await http.request("post", path, { body: {}, bodySerializer: () => "call", querySerializer: () => "" } as never);
  expect(service.requests.map(({ target, body }) => [target, body])).toEqual([
    [`/api/v2/example?of=client&${sentToken}`, "client"],
    [`/api/v2/example?${sentToken}`, "call"],
  ]);
});

test("a query serializer can't add a token", async () => {
  await using service = await serve(json({}));
  const init = { querySerializer: () => "token=other" };
  expect((await failureOf(service.http.GET("/api/v2/tokens", init as never))).kind).toBe("configuration");
  expect(service.requests).toEqual([]);
});

const unserialized = { body: "{}", bodySerializer: (body: unknown) => body };
test.each([
  ["a path that is undefined", "GET", undefined, {}, "The path must be"],
  ["a method that is undefined", undefined, "/api/v2/tokens", {}, "The method must be"],
  ["HEAD with a body", "HEAD", "/api/v2/tokens", { body: {} }, "HEAD takes no body."],
  ["GET with a body that the caller serializes", "GET", "/api/v2/tokens", unserialized, "GET takes no body."],
])("http rejects %s as a configuration error, and sends nothing", async (_, method, path, init, message) => {
  await using service = await serve(json(list));
  const error = await failureOf(service.http.request(method as never, path as never, init as never));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toContain(message);
  expect(service.requests).toEqual([]);
});

test("http rejects middleware that changes the host, and sends the token nowhere", async () => {
  await using service = await serve(json({}));
  await using otherService = await serve(json({}));
  service.http.use({ onRequest: () => new Request(`${otherService.baseUrl}/api/v2/tokens`) });
  const error = await failureOf(service.http.GET("/api/v2/tokens"));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toBe("createHttp: The request is for another address than `baseUrl`.");
  expect([service.requests, otherService.requests]).toEqual([[], []]);
});

test("http rejects a token in the query, and a path value that is missing or makes the path of another operation", async () => {
  await using service = await serve(json({}));
  const { http } = service;
  const path = "/api/v2/webhookRelay/{type}";
  const errors = [
    await failureOf(http.GET("/api/v2/junkConversations", { params: { query: { token: "x" } as never } })),
    // @ts-expect-error The path value is required.
    await failureOf(http.GET(path)),
    // @ts-expect-error The path value is required.
    await failureOf(http.GET(path, { params: { query: { a: 1 } } })),
    await failureOf(http.GET(path, { params: { path: { type: "types" } } })),
  ];
  expect(errors.map(({ kind, message }) => `${kind}: ${message}`)).toEqual([
    "configuration: listJunkInbox: Pass `token` to the client, not in a query.",
    ...Array(2).fill(
      'configuration: getWebhookRelay: `type` must be a string, boolean or finite number, not "", "." or "..".',
    ),
    "configuration: getWebhookRelay: With these path values it would call listWebhookRelayTypes.",
  ]);
  expect(service.requests).toEqual([]);
});

test("http sends the token if middleware adds a fragment, and rejects a token that middleware adds", async () => {
  await using service = await serve(json(fixtures.listTokens["empty"]));
  const { http } = service;
  const add = { onRequest: ({ request }: { request: Request }) => new Request(`${request.url}#frag`, request) };
  http.use(add);
  await http.GET("/api/v2/tokens");
  expect(service.requests[0]?.target).toBe(`/api/v2/tokens?${sentToken}`);
  http.eject(add);
  http.use({ onRequest: ({ request }) => new Request(`${request.url}?token=other`, request) });
  expect((await failureOf(http.GET("/api/v2/tokens"))).kind).toBe("configuration");
  expect(service.requests.length).toBe(1);
});

test.each(["timeoutMs", "deadlineMs"])("%s covers a body of http that never ends", async (limit) => {
  await using service = await serve(json({}));
  const body = new ReadableStream({ pull: () => new Promise(() => {}) });
  const init = { body, bodySerializer: (content: unknown) => content, duplex: "half", [limit]: 20 };
  const call = service.http.request("post", "/api/v2/x" as never, init as never);
  expect(await failureOf(call)).toMatchObject({ kind: "timeout", limit, attempts: 0 });
});

test("the methods of http can be replaced, as a stub does", async () => {
  await using service = await serve(json({}));
  const { http } = service;
  // `vi.spyOn` would make the compiler resolve the types of every operation.
  Object.assign(http, { GET: async () => ({ data: "stubbed" }) });
  expect(await http.GET("/api/v2/tokens")).toEqual({ data: "stubbed" });
  expect(service.requests).toEqual([]);
});
