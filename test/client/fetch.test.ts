import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import {
  failureOf,
  fetchWith,
  httpWith,
  json,
  sentToken,
  sequence,
  serve,
  text,
} from "./server.ts";

const list = fixtures.listTokens["empty"];
const base = "https://example.com";

test("createFetch adds the token, and returns a real Response without a URL", async () => {
  const length = `${JSON.stringify(list).length}`;
  await using service = await serve(json(list, 200, { "x-a": "1", "content-length": length }));
  const response = await service.fetch(`${service.baseUrl}/api/v2/tokens`);
  expect(response.headers.get("content-length")).toBe(null);
  expect(response).toBeInstanceOf(Response);
  expect([response.status, response.headers.get("x-a"), response.url]).toEqual([200, "1", ""]);
  expect(await response.json()).toEqual(list);
  expect(service.requests).toMatchObject([
    { method: "GET", target: `/api/v2/tokens?${sentToken}` },
  ]);
});

test.each([204, 304])(
  "createFetch returns a response of status %d, which has no body",
  async (status) => {
    await using service = await serve((response) => void response.writeHead(status).end());
    const response = await service.fetch(`${service.baseUrl}/api/v2/other`);
    expect([response.status, response.body]).toEqual([status, null]);
  },
);

test.each([
  [
    "a status that no Response can have",
    600,
    Object.defineProperty(new Response(), "status", { value: 600 }),
  ],
  ["a redirect whose status a browser hides", 0, Response.error()],
])("createFetch throws for %s", async (_, status, response) => {
  const error = await failureOf(fetchWith(async () => response)(`${base}/api/v2/other`));
  expect(error).toMatchObject({ kind: "http", status });
});

test.each(["timeoutMs", "deadlineMs"])(
  "%s covers a body for createFetch that never ends",
  async (limit) => {
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const init = { method: "POST", body, duplex: "half", [limit]: 20 } as RequestInit;
    const call = fetchWith(async () => new Response())(`${base}/api/v2/other`, init);
    expect(await failureOf(call)).toMatchObject({ kind: "timeout", limit, attempts: 0 });
  },
);

test("createFetch throws for an undocumented path whose response isn't JSON", async () => {
  const error = await failureOf(fetchWith(async () => new Response("OK"))(`${base}/api/v2/other`));
  expect(error).toMatchObject({
    kind: "unexpected-content",
    operation: "GET /api/v2/other",
    body: "OK",
  });
});

test.each([
  ["a documented GET", "GET", "/api/v2/tokens", 2],
  ["HEAD of a documented GET", "HEAD", "/api/v2/tokens", 2],
  ["a removal", "DELETE", "/api/v2/sip/registration", 1],
  ["a GET that the contract doesn't know", "GET", "/api/v2/knowledge/delete", 1],
])(
  "createFetch sends %s that fails as often as its operation allows",
  async (_, method, path, attempts) => {
    await using service = await serve(sequence(text("", 503), text("", 404)));
    const response = await service.fetch(`${service.baseUrl}${path}`, { method });
    expect(response.status).toBe(attempts === 2 ? 404 : 503);
    expect(service.requests.map((request) => request.method)).toEqual(Array(attempts).fill(method));
  },
);

test.each([
  ["DELETE", "/api/v2/sip/registratio%6E", "deleteSipRegistration"],
  ["GET", "/api/v2/webhookRelay/type%73", "listWebhookRelayTypes"],
  ["GET", "/api/v2/webhookRelay/types%2F", "getWebhookRelay"],
])(
  "createFetch finds the operation of %s %s, as the service decodes it",
  async (method, path, operation) => {
    const events: object[] = [];
    const onRequest = (event: object) => events.push(event);
    const fetch = fetchWith(async () => Response.json({ success: true, message: "" }), {
      onRequest,
    });
    await fetch(base + path, { method });
    expect(events).toEqual([{ operation, method, path, attempt: 1 }]);
  },
);

test("the caller's `fetch` gets what a client adds to its Request, and none of the platform's symbols", async () => {
  const inits: object[] = [];
  const fetch = fetchWith(async (_url, init) => Response.json({ sent: inits.push(init ?? {}) }), {
    baseUrl: base,
  });
  await fetch(Object.assign(new Request(`${base}/api/v2/other`), { dispatcher: "custom" }));
  expect(inits).toMatchObject([{ dispatcher: "custom", method: "GET" }]);
  expect(inits.flatMap(Object.getOwnPropertySymbols)).toEqual([]);
});

test.each([
  ["another host", "https://other.example/api/v2/tokens"],
  ["a host that begins like it", "https://example.com.other.example/api/v2/tokens"],
  ["its parent path", "https://example.com/below/../api/v2/tokens"],
])("createFetch sends nothing to %s, and no token", async (_, url) => {
  const addresses: string[] = [];
  const fetch = fetchWith(async (url) => Response.json({ sent: addresses.push(url) }), {
    baseUrl: `${base}/below`,
  });
  const error = await failureOf(fetch(url));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  const message = `The request is for ${new URL(url).origin}, and not below \`baseUrl\`, ${base}/below.`;
  expect(error.message).toBe(`createFetch: ${message}`);
  expect(addresses).toEqual([]);
});

test.each(["/api/v2/tokens", "//[", undefined])(
  "createFetch asks for an absolute address: %j",
  async (address) => {
    const error = await failureOf(fetchWith(undefined)(address as string));
    const message =
      "createFetch: The URL must be absolute and begin with `baseUrl`, https://example.com.";
    expect(error).toMatchObject({ kind: "configuration", message });
  },
);

function throwSecret(): never {
  throw new Error("s3cret");
}

test.each([
  ["an invalid header", `${base}/api/v2/tokens`, { headers: { a: "s3cret\nx" } }],
  ["a relative address", "/api/v2/tokens?s3cret", undefined],
  [
    "an init that throws",
    `${base}/api/v2/tokens`,
    Object.defineProperty({}, "signal", { get: throwSecret }),
  ],
])("createFetch rejects %s without quoting it, and sends nothing", async (_, url, init) => {
  let fetchCount = 0;
  const fetch = fetchWith(async () => Response.json({ sent: ++fetchCount }));
  const error = await failureOf(fetch(url, init));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(String(error.stack)).not.toContain("s3cret");
  expect(fetchCount).toBe(0);
});

test("createFetch sends the body of a Request and of an init, and again with a retry", async () => {
  await using service = await serve(json({ done: 1 }));
  const url = `${service.baseUrl}/api/v2/example?a=1#b`;
  const form = new FormData();
  form.set("a", "b");
  await service.fetch(new Request(url, { method: "POST", body: "one" }));
  await service.fetch(url, {
    method: "PUT",
    body: "two",
    headers: { "content-type": "text/plain" },
  });
  await service.fetch(new Request(url, { method: "POST", body: "old" }), { body: form });
  expect(service.requests).toMatchObject([
    { method: "POST", target: `/api/v2/example?a=1&${sentToken}`, body: "one" },
    { method: "PUT", body: "two", headers: { "content-type": "text/plain" } },
    { method: "POST", body: expect.stringContaining('name="a"') },
  ]);
});

test("createFetch sends the body of a Request without `body`, as in Firefox", async () => {
  await using service = await serve(json({}));
  const withoutBody = (init: RequestInit) =>
    Object.defineProperty(new Request(`${service.baseUrl}/api/v2/example`, init), "body", {
      value: undefined,
    });
  await service.fetch(withoutBody({ method: "POST", body: "sent" }));
  await service.fetch(withoutBody({ method: "DELETE" }));
  expect(service.requests.map(({ body, headers }) => [body, headers["content-length"]])).toEqual([
    ["sent", "4"],
    ["", undefined],
  ]);
});

test("the options of a request arrive at fetch, those of a runtime too, and redirects aren't followed", async () => {
  const inits: RequestInit[] = [];
  const send = async (_: string, init: RequestInit) =>
    Response.json(list, { status: inits.push(init) && 200 });
  const init = {
    cache: "no-store",
    credentials: "include",
    integrity: "sha256-x",
    keepalive: true,
    mode: "same-origin",
    referrerPolicy: "no-referrer",
    redirect: "follow",
    next: { revalidate: 60 },
  } as const;
  await fetchWith(send)(`${base}/api/v2/tokens`, init as RequestInit);
  await httpWith(send).GET("/api/v2/tokens", init as Record<string, unknown>);
  expect(inits).toMatchObject(Array(2).fill({ ...init, redirect: "manual" }));
});

test("a GET that middleware turns into a DELETE has the rule of the DELETE", async () => {
  await using service = await serve(text("", 503));
  service.http.use({
    onRequest: () =>
      new Request(`${service.baseUrl}/api/v2/sip/registration`, { method: "DELETE" }),
  });
  expect((await service.http.GET("/api/v2/tokens")).response.status).toBe(503);
  expect(service.requests.map(({ method }) => method)).toEqual(["DELETE"]);
});

test("middleware sees a real request with the client's headers, and may remove them", async () => {
  await using service = await serve(json(list), { headers: { "x-a": "1", "x-b": "1" } });
  service.http.use({
    onRequest({ request }) {
      expect(request).toBeInstanceOf(Request);
      request.headers.delete("x-a");
    },
  });
  await service.http.GET("/api/v2/tokens");
  expect(service.requests[0]?.headers).toMatchObject({ "x-b": "1" });
  expect(service.requests[0]?.headers["x-a"]).toBeUndefined();
});

test("createFetch leaves no listener on the signal of a Request", async () => {
  await using service = await serve(json(list));
  const { signal } = new AbortController();
  const request = new Request(`${service.baseUrl}/api/v2/tokens`, { signal });
  await service.fetch(request, { headers: { "x-a": "1" } });
  expect(getEventListeners(request.signal, "abort")).toEqual([]);
});

test("createFetch is aborted by the signal of a Request, of an init, and ends in time", async () => {
  await using service = await serve(() => {}, { retry: false });
  const url = `${service.baseUrl}/api/v2/tokens`;
  const signal = AbortSignal.abort("enough");
  expect(await failureOf(service.fetch(new Request(url, { signal })))).toMatchObject({
    kind: "aborted",
  });
  expect(await failureOf(service.fetch(url, { signal }))).toMatchObject({
    kind: "aborted",
    cause: "enough",
  });
  expect(await failureOf(service.fetch(url, { timeoutMs: 50 }))).toMatchObject({
    kind: "timeout",
    attempts: 1,
  });
});

test("createFetch rejects the names of the junk inbox, which it doesn't use", async () => {
  const error = await failureOf(() => fetchWith(undefined, { junkInboxInputNames: {} } as object));
  expect(error.message).toContain("Unknown option `junkInboxInputNames`");
});
