import { createHttp } from "phone-agent-api/http";
import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import {
  expectRefusal,
  failureOf,
  json,
  type Responder,
  sentToken,
  serve,
  text,
  token,
} from "./server.ts";

const list = fixtures.listTokens["empty"];
const relay = "/api/v2/webhookRelay/{type}";

test("http sends path values, queries and headers as openapi-fetch does, and each property of an object", async () => {
  await using service = await serve(json({ success: true }), {
    headers: { "x-a": "1", "x-b": "1" },
  });
  const params = { path: { type: "a/b" }, query: { any: true, b: [1, 2] } };
  await service.http.GET(relay, { params: params as never, headers: { "X-A": null, "x-c": "2" } });
  await service.http.GET("/api/v2/junkConversations", {
    params: { query: { inputs: { page: 1 } } as never },
  });
  await service.http.request("post", "/api/v2/other" as never, { body: { a: 1 } } as never);
  expect(service.requests).toMatchObject([
    {
      target: `/api/v2/webhookRelay/a%2Fb?any=true&b=1&b=2&${sentToken}`,
      headers: { "x-b": "1", "x-c": "2" },
    },
    { target: `/api/v2/junkConversations?page=1&${sentToken}`, headers: { "x-a": "1" } },
    { method: "POST", body: '{"a":1}', headers: { "content-type": "application/json" } },
  ]);
  expect(service.requests[0]?.headers["x-a"]).toBeUndefined();
});

test("http returns the body of a failure as its error, as the service sent it", async () => {
  await using service = await serve((response, request) =>
    json({ url: request.url }, 404, { "x-url": request.url ?? "" })(response, request, 1),
  );
  const { data, error, response } = await service.http.GET("/api/v2/tokens");
  const url = `/api/v2/tokens?${sentToken}`;
  expect([data, error, response.status, response.headers.get("x-url")]).toEqual([
    undefined,
    { url },
    404,
    url,
  ]);
});

const breaksOff: Responder = (response) => {
  response.writeHead(500, { "content-length": "100" }).write("{");
  setTimeout(() => response.socket?.destroy(), 20);
};

test.each([
  ["whose body breaks off", breaksOff],
  ["with a body above maxBodyBytes", text("x".repeat(2_000), 500)],
])("http throws for a failure %s", async (_, respond) => {
  await using service = await serve(respond, { maxBodyBytes: 1_000, retry: false });
  const error = { kind: "http", status: 500, operation: "listTokens" };
  expect(await failureOf(service.http.GET("/api/v2/tokens"))).toMatchObject(error);
});

test("the deletion succeeds with any JSON of a 2xx, which isn't returned", async () => {
  await using service = await serve(json("OK"));
  const { data, error, response } = await service.http.DELETE("/api/v2/sip/registration");
  expect([data, error, response.status]).toEqual([undefined, undefined, 200]);
});

test("the serializers of the client are openapi-fetch's, and an object is still sent by property", async () => {
  await using service = await serve(json({ success: true }));
  const array = { style: "form", explode: false } as const;
  const settings = { baseUrl: service.baseUrl, token };
  const params = { path: { type: "sms" }, query: { ids: [1, 2], inputs: { page: 1 } } } as never;
  await createHttp({ ...settings, querySerializer: { array } }).GET(relay, { params });
  const pathSerializer = () => `${service.baseUrl}/api/v2/own`;
  const http = createHttp({
    ...settings,
    querySerializer: () => "a=b#c",
    bodySerializer: () => "own",
    pathSerializer,
  });
  await http.request("post", relay as never, { params, body: {} } as never);
  expect(service.requests).toMatchObject([
    { target: `/api/v2/webhookRelay/sms?ids=1,2&page=1&${sentToken}` },
    { target: `/api/v2/own?a=b&${sentToken}`, body: "own" },
  ]);
});

const otherAddress = (origin: string) =>
  `The request is for ${origin}, and not below \`baseUrl\`, http://127.0.0.1:`;
const emptyValue = 'The value of `{type}` can\'t be "", "." or "..".';
test.each<[name: string, path: string, init: object, message: string]>([
  ["a path value that is missing", relay, {}, "The value of `{type}` is missing."],
  ["an empty path value", relay, { params: { path: { type: "" } } }, emptyValue],
  [
    "another base URL",
    "/api/v2/tokens",
    { baseUrl: "https://other.example" },
    otherAddress("https://other.example"),
  ],
  [
    "middleware that changes the host",
    "/",
    { middleware: [{ onRequest: () => new Request("http://a.b/") }] },
    otherAddress("http://a.b"),
  ],
])("http rejects %s, and sends nothing", async (_, path, init, message) => {
  await using service = await serve(json(list));
  const call = service.http.request("get", path as never, init as never);
  await expectRefusal(service, call, `createHttp: ${message}`);
});

test("http rejects a token that a serializer adds, and sends nothing", async () => {
  await using service = await serve(json(list));
  const call = service.http.GET("/api/v2/tokens", { querySerializer: () => "%74oken=other" });
  await expectRefusal(service, call, "listTokens: Pass `token` to the client, not in a query.");
});
