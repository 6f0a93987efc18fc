import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { failureOf, json, sentToken, sequence, serve, text, token } from "./server.ts";

test("listTokens sends the token in the query and returns the tokens", async () => {
  const expected = fixtures.listTokens["every-field"];
  await using service = await serve(json(expected));
  expect(await service.phone.listTokens()).toEqual(expected);
  expect(service.requests).toMatchObject([
    { method: "GET", target: `/api/v2/tokens?${sentToken}`, body: "" },
  ]);
});

test("listJunkInbox sends the inputs under their configured names", async () => {
  const expected = fixtures.listJunkInbox["every-field"];
  const junkInboxInputNames = { paginate: "a", pageNumber: "b", pageSize: "c", unreadOnly: "d" };
  await using service = await serve(json(expected), { junkInboxInputNames });
  const inputs = { paginate: true, pageNumber: 0, pageSize: 10, unreadOnly: false };
  expect(await service.phone.listJunkInbox(inputs)).toEqual(expected);
  expect(service.requests[0]?.target).toBe(
    `/api/v2/junkConversations?a=true&b=0&c=10&d=false&${sentToken}`,
  );
});

test("getWebhookRelay puts the relay type into the path, below the path of the base URL", async () => {
  const expected = fixtures.getWebhookRelay["every-field"];
  await using service = await serve(json(expected));
  const phone = createPhoneAgentClient({ baseUrl: `${service.baseUrl}/behind/a/proxy/`, token });
  expect(await phone.getWebhookRelay("sms")).toEqual(expected);
  expect(service.requests[0]?.target).toBe(`/behind/a/proxy/api/v2/webhookRelay/sms?${sentToken}`);
});

test.each([
  ["nothing", text("")],
  ["a line break", text("\n")],
  ["JSON without success", json({ message: "" })],
  ["a list", json(["removed"])],
])(
  "deleteSipRegistration resolves with undefined if a 2xx has %s as its body",
  async (_, respond) => {
    await using service = await serve(respond);
    expect(await service.phone.deleteSipRegistration()).toBeUndefined();
    expect(service.requests).toMatchObject([
      { method: "DELETE", target: `/api/v2/sip/registration?${sentToken}` },
    ]);
  },
);

test("success: false is a failure of every operation and of request, on every path", async () => {
  await using service = await serve(json({ success: false, message: "no" }));
  const { phone } = service;
  const calls = [
    phone.listJunkInbox(),
    phone.deleteSipRegistration(),
    phone.request("POST", "/api/v2/example"),
    service.http.DELETE("/api/v2/sip/registration"),
  ];
  for (const call of calls) {
    const error = await failureOf(call);
    expect(error).toMatchObject({ kind: "unsuccessful", mayHaveTakenEffect: false });
  }
});

test("request asks of a documented path no more than of another", async () => {
  await using service = await serve(json({ tokens: 5 }));
  expect(await service.phone.request("GET", "/api/v2/tokens")).toEqual({ tokens: 5 });
});

test("request sends query, body and headers, and returns the JSON of the response", async () => {
  await using service = await serve(json({ done: 1 }), { headers: { "x-a": "1", "x-c": "1" } });
  const input = {
    query: { q: "a b&c", n: [1, 2], no: undefined },
    body: { text: "hello" },
    headers: { "x-b": "2", "x-c": "2" },
  };
  expect(await service.phone.request("POST", "/api/v2/example", input)).toEqual({ done: 1 });
  expect(service.requests).toMatchObject([
    {
      method: "POST",
      target: `/api/v2/example?q=a%20b%26c&n=1&n=2&${sentToken}`,
      body: '{"text":"hello"}',
      headers: { "x-a": "1", "x-b": "2", "x-c": "2", "content-type": "application/json" },
    },
  ]);
});

test("request retries nothing unless its caller allows it", async () => {
  await using service = await serve(sequence(json({}, 503), json({}, 503), json({ done: 1 })));
  expect((await failureOf(service.phone.request("GET", "/api/v2/example"))).attempts).toBe(1);
  expect(await service.phone.request("GET", "/api/v2/example", { repeatable: true })).toEqual({
    done: 1,
  });
  expect(service.requests.length).toBe(3);
});

test("the token function is called for every attempt", async () => {
  const tokens = ["first", "second"];
  await using service = await serve(sequence(json({}, 503), json(fixtures.listTokens["empty"])), {
    token: async () => tokens.shift() ?? "",
  });
  await service.phone.listTokens();
  expect(service.requests.map(({ target }) => target)).toEqual([
    "/api/v2/tokens?token=first",
    "/api/v2/tokens?token=second",
  ]);
});
