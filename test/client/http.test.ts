import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { failureOf, inTurn, json, misbehaving, sentToken, text } from "./server.ts";

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
