import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { failureOf, inTurn, json, misbehaving, sentToken, text, token } from "./server.ts";

test("listTokens sends the token in the query and returns the tokens", async () => {
  const answer = fixtures.listTokens["every-field"];
  await using service = await misbehaving(json(answer));
  expect(await service.phone.listTokens()).toEqual(answer);
  expect(service.received).toMatchObject([{ method: "GET", target: `/api/v2/tokens?${sentToken}`, body: "" }]);
});

test("listJunkInbox sends the inputs under the names it was told", async () => {
  const answer = fixtures.listJunkInbox["every-field"];
  const junkInboxInputNames = { paginate: "a", pageNumber: "b", pageSize: "c", unreadOnly: "d" };
  await using service = await misbehaving(json(answer), { junkInboxInputNames });
  const inputs = { paginate: true, pageNumber: 0, pageSize: 10, unreadOnly: false };
  expect(await service.phone.listJunkInbox(inputs)).toEqual(answer);
  expect(service.received[0]?.target).toBe(`/api/v2/junkConversations?a=true&b=0&c=10&d=false&${sentToken}`);
});

test("listJunkInbox needs no names where no input is given", async () => {
  await using service = await misbehaving(json(fixtures.listJunkInbox["empty"]));
  expect(await service.phone.listJunkInbox()).toEqual(fixtures.listJunkInbox["empty"]);
  expect(service.received[0]?.target).toBe(`/api/v2/junkConversations?${sentToken}`);
});

test("listWebhookRelayTypes returns whatever JSON comes", async () => {
  await using service = await misbehaving(inTurn(json(["a"]), json(null), json({ success: false })));
  expect(await service.phone.listWebhookRelayTypes()).toEqual(["a"]);
  expect(await service.phone.listWebhookRelayTypes()).toBeNull();
  expect(await service.phone.listWebhookRelayTypes()).toEqual({ success: false });
});

test("getWebhookRelay puts the relay type into the path, below the path of the base URL", async () => {
  const answer = fixtures.getWebhookRelay["every-field"];
  await using service = await misbehaving(json(answer));
  const phone = createPhoneAgentClient({ baseUrl: `${service.baseUrl}/behind/a/proxy/`, token });
  expect(await phone.getWebhookRelay("sms")).toEqual(answer);
  expect(service.received[0]?.target).toBe(`/behind/a/proxy/api/v2/webhookRelay/sms?${sentToken}`);
});

test.each([
  ["text", text("OK")],
  ["nothing", text("")],
  ["HTML", text("<html>", 201)],
  ["204", text("", 204)],
  ["half of JSON", text('{"a":', 299)],
])("deleteSipRegistration returns nothing where a 2xx carries %s", async (_, answer) => {
  await using service = await misbehaving(answer);
  expect(await service.phone.deleteSipRegistration()).toBeUndefined();
  expect(service.received).toMatchObject([{ method: "DELETE", target: `/api/v2/sip/registration?${sentToken}` }]);
});

test("request sends query, body and headers, and returns the JSON of the answer", async () => {
  await using service = await misbehaving(json({ done: 1 }), { headers: { "x-a": "1", "x-c": "1" } });
  const input = {
    query: { q: "a b&c", n: [1, 2], no: undefined },
    body: { text: "hello" },
    headers: { "x-b": "2", "x-c": "2" },
  };
  expect(await service.phone.request("POST", "/api/v2/example", input)).toEqual({ done: 1 });
  expect(service.received).toMatchObject([
    {
      method: "POST",
      target: `/api/v2/example?q=a%20b%26c&n=1&n=2&${sentToken}`,
      body: '{"text":"hello"}',
      headers: { "x-a": "1", "x-b": "2", "x-c": "2", "content-type": "application/json" },
    },
  ]);
});

test("request sends a FormData as multipart", async () => {
  await using service = await misbehaving(json({}));
  const body = new FormData();
  body.set("file", new Blob(["a,b\n1,2\n"], { type: "text/csv" }), "tasks.csv");
  await service.phone.request("POST", "/api/v2/example", { body });
  expect(service.received[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(service.received[0]?.body).toContain("a,b\n1,2\n");
});

test("request returns undefined where the body is empty", async () => {
  await using service = await misbehaving(text("", 204));
  expect(await service.phone.request("DELETE", "/api/v2/example")).toBeUndefined();
});

test("request repeats nothing unless its caller says so", async () => {
  await using service = await misbehaving(inTurn(json({}, 503), json({}, 503), json({ done: 1 })));
  expect((await failureOf(service.phone.request("GET", "/api/v2/example"))).attempts).toBe(1);
  expect(await service.phone.request("GET", "/api/v2/example", { repeatable: true })).toEqual({ done: 1 });
  expect(service.received.length).toBe(3);
});

test("the token function is called for every attempt", async () => {
  const tokens = ["first", "second"];
  await using service = await misbehaving(inTurn(json({}, 503), json(fixtures.listTokens["empty"])), {
    token: async () => tokens.shift() ?? "",
  });
  await service.phone.listTokens();
  expect(service.received.map(({ target }) => target)).toEqual([
    "/api/v2/tokens?token=first",
    "/api/v2/tokens?token=second",
  ]);
});

test("the operations work without their client", async () => {
  await using service = await misbehaving(json(fixtures.listTokens["empty"]));
  const { listTokens } = service.phone;
  expect(await listTokens()).toEqual(fixtures.listTokens["empty"]);
});
