import { createPhoneAgentClient } from "phone-agent-api";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { json, misbehaving } from "./server.ts";

const token = "<EXAMPLE_TOKEN_1>";
const sent = "token=%3CEXAMPLE_TOKEN_1%3E";

test("listTokens sends the token in the query and returns the tokens", async () => {
  const answer = fixtures.listTokens["every-field"];
  await using server = await misbehaving(json(answer));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  expect(await phone.listTokens()).toEqual(answer);
  expect(server.received).toMatchObject([{ method: "GET", target: `/api/v2/tokens?${sent}`, body: "" }]);
});

test("listJunkInbox sends the inputs under the names it was told", async () => {
  const answer = fixtures.listJunkInbox["every-field"];
  await using server = await misbehaving(json(answer));
  const junkInboxInputNames = { paginate: "a", pageNumber: "b", pageSize: "c", unreadOnly: "d" };
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token, junkInboxInputNames });
  expect(await phone.listJunkInbox({ paginate: true, pageNumber: 0, pageSize: 10, unreadOnly: false })).toEqual(answer);
  expect(server.received[0]?.target).toBe(`/api/v2/junkConversations?a=true&b=0&c=10&d=false&${sent}`);
});

test("getWebhookRelay puts the relay type into the path", async () => {
  const answer = fixtures.getWebhookRelay["every-field"];
  await using server = await misbehaving(json(answer));
  const phone = createPhoneAgentClient({ baseUrl: `${server.baseUrl}/behind/a/proxy/`, token });
  expect(await phone.getWebhookRelay("a/b")).toEqual(answer);
  expect(server.received[0]?.target).toBe(`/behind/a/proxy/api/v2/webhookRelay/a%2Fb?${sent}`);
});

test("listWebhookRelayTypes returns whatever JSON comes", async () => {
  await using server = await misbehaving(json(["a"]));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  expect(await phone.listWebhookRelayTypes()).toEqual(["a"]);
});

test("deleteSipRegistration returns nothing, whatever the body of a 2xx", async () => {
  await using server = await misbehaving((response) => response.end("OK"));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  expect(await phone.deleteSipRegistration()).toBeUndefined();
  expect(server.received).toMatchObject([{ method: "DELETE", target: `/api/v2/sip/registration?${sent}` }]);
});

test("request sends query and body, and returns the JSON of the answer", async () => {
  await using server = await misbehaving(json({ done: 1 }));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token, headers: { "x-a": "1" } });
  const input = { query: { q: "a b", n: [1, 2] }, body: { text: "hello" }, headers: { "x-b": "2" } };
  expect(await phone.request("POST", "/api/v2/example", input)).toEqual({ done: 1 });
  expect(server.received).toMatchObject([
    {
      method: "POST",
      target: `/api/v2/example?q=a%20b&n=1&n=2&${sent}`,
      body: '{"text":"hello"}',
      headers: { "x-a": "1", "x-b": "2", "content-type": "application/json" },
    },
  ]);
});

test("http hands out a real response without an address", async () => {
  const answer = fixtures.listTokens["empty"];
  await using server = await misbehaving(json(answer));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  const { data, response } = await phone.http.GET("/api/v2/tokens", { parseAs: "stream" });
  expect(data).toBeInstanceOf(ReadableStream);
  expect(response).toBeInstanceOf(Response);
  expect([response.url, response.clone().url]).toEqual(["", ""]);
  expect(await response.json()).toEqual(answer);
});

test("http gives the body of a failure as its error", async () => {
  await using server = await misbehaving(json({ a: 1 }, 404));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  const { error, response } = await phone.http.GET("/api/v2/tokens");
  expect([error, response.status]).toEqual([{ a: 1 }, 404]);
});

test("a failure status throws an error of kind http with the status", async () => {
  await using server = await misbehaving(json({ a: 1 }, 404));
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token });
  await expect(phone.getWebhookRelay("sms")).rejects.toMatchObject({
    name: "PhoneAgentError",
    kind: "http",
    status: 404,
    operation: "getWebhookRelay",
    attempts: 1,
    excerpt: '{"a":1}',
  });
});

test("a repeatable operation is sent again after 503, and a removal is not", async () => {
  await using server = await misbehaving((response, request, count) =>
    json(fixtures.listTokens["empty"], count === 1 || request.method === "DELETE" ? 503 : 200)(
      response,
      request,
      count,
    ),
  );
  const phone = createPhoneAgentClient({ baseUrl: server.baseUrl, token, retry: { baseDelayMs: 1 } });
  expect(await phone.listTokens()).toEqual(fixtures.listTokens["empty"]);
  expect(server.received.length).toBe(2);
  await expect(phone.deleteSipRegistration()).rejects.toMatchObject({ kind: "http", status: 503, attempts: 1 });
  expect(server.received.length).toBe(3);
});
