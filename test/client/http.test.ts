import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { type Answer, failureOf, inTurn, json, misbehaving, sentToken, text, token } from "./server.ts";

test("http hands out a real response without an address", async () => {
  const answer = fixtures.listTokens["empty"];
  await using service = await misbehaving(json(answer));
  const { data, response } = await service.phone.http.GET("/api/v2/tokens", { parseAs: "stream" });
  expect(data).toBeInstanceOf(ReadableStream);
  expect(response).toBeInstanceOf(Response);
  expect([response.url, response.clone().url]).toEqual(["", ""]);
  expect(await response.json()).toEqual(answer);
});

test("http sends the free-form inputs under their own names", async () => {
  await using service = await misbehaving(json(fixtures.listJunkInbox["empty"]));
  const { data } = await service.phone.http.GET("/api/v2/junkConversations", {
    params: { query: { inputs: { a: true, "b&c": 2 } } },
  });
  expect(data).toEqual(fixtures.listJunkInbox["empty"]);
  expect(service.received[0]?.target).toBe(`/api/v2/junkConversations?a=true&b%26c=2&${sentToken}`);
});

test("http gives the body of a failure as its error, without the token", async () => {
  await using service = await misbehaving((response, request) =>
    text(JSON.stringify({ asked: request.url }), 404, { "x-asked": request.url ?? "" })(response, request, 1),
  );
  const { data, error, response } = await service.phone.http.GET("/api/v2/tokens");
  expect([data, error, response.status]).toEqual([undefined, { asked: "/api/v2/tokens?token=[redacted]" }, 404]);
  expect(response.headers.get("x-asked")).toBe("/api/v2/tokens?token=[redacted]");
});

test("http repeats what is repeatable, and no removal", async () => {
  await using service = await misbehaving(inTurn(json({}, 503), json(fixtures.listTokens["empty"]), json({}, 503)));
  expect((await service.phone.http.GET("/api/v2/tokens")).data).toEqual(fixtures.listTokens["empty"]);
  expect((await service.phone.http.DELETE("/api/v2/sip/registration")).response.status).toBe(503);
  expect(service.received.map(({ method }) => method)).toEqual(["GET", "GET", "DELETE"]);
});

test.each([
  ["a login page", text("<html>", 200, { "content-type": "text/html" }), "unexpected-content"],
  ["an envelope without success", json({ success: false }), "unsuccessful"],
])("http throws for %s", async (_, answer, kind) => {
  await using service = await misbehaving(answer);
  expect(await failureOf(service.phone.http.GET("/api/v2/tokens"))).toMatchObject({ kind, operation: "listTokens" });
});

test("http takes what openapi-fetch takes: init left out, undefined, or after a method", async () => {
  await using service = await misbehaving(json(fixtures.listTokens["empty"]));
  const { http } = service.phone;
  const path = "/api/v2/tokens";
  const answers = [await http.GET(path), await http.GET(path, undefined), await http.request("get", path, {})];
  expect(answers.map(({ data }) => data)).toEqual(Array(3).fill(fixtures.listTokens["empty"]));
  expect(service.received.map(({ target }) => target)).toEqual(Array(3).fill(`${path}?${sentToken}`));
});

test("http keeps timeoutMs and the signal of a call", async () => {
  await using service = await misbehaving(() => {}, { retry: false });
  expect(await failureOf(service.phone.http.GET("/api/v2/tokens", { timeoutMs: 500 }))).toMatchObject({
    kind: "timeout",
  });
  const signal = AbortSignal.abort("enough");
  expect(await failureOf(service.phone.http.GET("/api/v2/tokens", { signal }))).toMatchObject({
    kind: "aborted",
    cause: "enough",
  });
  expect(service.received.length).toBe(1);
});

test("http keeps timeoutMs where middleware puts another request in its place", async () => {
  await using service = await misbehaving(() => {}, { retry: false });
  service.phone.http.use({ onRequest: ({ request }) => new Request(request, { headers: { "x-a": "1" } }) });
  const error = await failureOf(service.phone.http.GET("/api/v2/tokens", { timeoutMs: 500 }));
  expect(error.kind).toBe("timeout");
  expect(service.received[0]?.headers).toMatchObject({ "x-a": "1" });
});

test("http keeps a signal that middleware gives a request", async () => {
  await using service = await misbehaving(() => {}, { retry: false });
  service.phone.http.use({ onRequest: ({ request }) => new Request(request, { signal: AbortSignal.abort("enough") }) });
  expect(await failureOf(service.phone.http.GET("/api/v2/tokens"))).toMatchObject({ kind: "aborted", cause: "enough" });
});

test("http throws for a failure whose body breaks off", async () => {
  const breaks: Answer = (response) => {
    response.writeHead(500, { "content-length": "100" }).write("{");
    setTimeout(() => response.socket?.resetAndDestroy(), 20);
  };
  await using service = await misbehaving(breaks, { retry: false });
  expect(await failureOf(service.phone.http.GET("/api/v2/tokens"))).toMatchObject({ kind: "http", status: 500 });
});

test("what validate throws is its own, and the call is not said to be unsent", async () => {
  const validate = () => decodeURIComponent("%") as never;
  await using service = await misbehaving(json(fixtures.listTokens["empty"]), { validate });
  await expect(service.phone.listTokens()).rejects.toThrow(URIError);
});

test("http leaves nothing on the caller's signal", async () => {
  await using service = await misbehaving(json(fixtures.listTokens["empty"]));
  const { signal } = new AbortController();
  for (let call = 0; call < 20; call++) await service.phone.http.GET("/api/v2/tokens", { signal });
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each(["OK", token, ""])("http removes, whatever the body is: %j", async (body) => {
  await using service = await misbehaving(text(body, 200, { "content-length": String(body.length) }));
  const { data, error, response } = await service.phone.http.DELETE("/api/v2/sip/registration");
  expect([data, error, response.status]).toEqual([undefined, undefined, 200]);
});

test("http throws for a path that the contract does not know where its answer is no JSON", async () => {
  await using service = await misbehaving(text(`OK ${token}`));
  const error = await failureOf(service.phone.http.GET("/api/v2/other" as never));
  expect(error).toMatchObject({ kind: "unexpected-content", excerpt: "OK [redacted]" });
});

test("http hands out no half of a body", async () => {
  await using service = await misbehaving(text("x".repeat(2_000), 500), { maxBodyBytes: 1_000, retry: false });
  const error = await failureOf(service.phone.http.DELETE("/api/v2/sip/registration"));
  expect(error).toMatchObject({ kind: "http", status: 500 });
});

test("http invents no header", async () => {
  await using service = await misbehaving(json({ a: 1 }, 404, { "content-type": "" }));
  const { response } = await service.phone.http.GET("/api/v2/tokens");
  expect(response.headers.get("content-type") ?? "").toBe("");
});

test.each([
  ["in a fragment", () => "a=1#b"],
  ["under a percent-encoded name", () => "%74oken=other"],
])("http refuses a query that would hide or replace the token %s", async (_, querySerializer) => {
  await using service = await misbehaving(json({}));
  expect((await failureOf(service.phone.http.GET("/api/v2/tokens", { querySerializer }))).kind).toBe("configuration");
  expect(service.received).toEqual([]);
});

test("http refuses a relay type that was forgotten, or that is another operation, before anything is sent", async () => {
  await using service = await misbehaving(json({}));
  const path = "/api/v2/webhookRelay/{type}";
  // @ts-expect-error The path value is required.
  expect((await failureOf(service.phone.http.GET(path))).kind).toBe("configuration");
  const params = { path: { type: "types" } };
  expect((await failureOf(service.phone.http.GET(path, { params }))).kind).toBe("configuration");
  expect(service.received).toEqual([]);
});

test("http sends no token to another origin, whatever base URL or middleware says", async () => {
  await using service = await misbehaving(json({}));
  await using other = await misbehaving(json({}));
  const { http } = service.phone;
  expect((await failureOf(http.GET("/api/v2/tokens", { baseUrl: other.baseUrl }))).kind).toBe("configuration");
  http.use({ onRequest: () => new Request(`${other.baseUrl}/api/v2/tokens`) });
  expect((await failureOf(http.GET("/api/v2/tokens"))).kind).toBe("configuration");
  expect([service.received, other.received]).toEqual([[], []]);
});
