import type { PhoneAgentError } from "phone-agent-api";
import { expect, test } from "vitest";
import { generateClient, serveGenerated } from "./generated-client.ts";
import { expectRefusal, failureOf, json } from "./server.ts";

// The clients of contracts with other security schemes. That of today's: secret.test.ts.

type Node = Record<string, unknown>;
type Security = Record<string, never[]>[];

/**
 * Generates the client of a contract with these schemes, standard security, and security of
 * operations.
 */
const clientWith = (
  securitySchemes: Node,
  standard: Security,
  securityById: Record<string, Security> = {},
) =>
  generateClient((contract) => {
    Object.assign(contract.components, { securitySchemes });
    Object.assign(contract, { security: standard });
    for (const item of Object.values(contract.paths)) {
      for (const operation of Object.values(item as unknown as Record<string, Node>)) {
        const security = securityById[`${operation["operationId"]}`];
        if (security) operation["security"] = security;
      }
    }
  });

const schemes = {
  inQuery: { type: "apiKey", in: "query", name: "token" },
  bearer: { type: "http", scheme: "bearer" },
  oneTime: { type: "apiKey", in: "header", name: "X-One-Time" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  user: { type: "http", scheme: "basic" },
  certificate: { type: "mutualTLS" },
};
const severalSchemes = clientWith(schemes, [{ inQuery: [] }, { bearer: [] }], {
  listJunkInbox: [],
  listWebhookRelayTypes: [{ bearer: [], session: [] }],
  getWebhookRelay: [{ oneTime: [] }],
  deleteSipRegistration: [{ user: [] }, { certificate: [], oneTime: [] }],
});

// Any JSON is a success for `request` and `createFetch`.
const start = (token: unknown, clients: ReturnType<typeof clientWith>) =>
  serveGenerated(clients, json({ success: true }), { token, retry: false, validate: undefined });

const secrets = {
  bearer: "s3cret-a",
  oneTime: () => "s3cret-b",
  session: "s3cret c",
  user: "me:s3cret-ü",
};
const relayTypes = "/api/v2/webhookRelay/types";
const cookie = "sid=s3cret%20c";
const sip = "/api/v2/sip/registration";
const basic = `Basic ${Buffer.from("me:s3cret-ü").toString("base64")}`;

test.each<[name: string, token: unknown, id: string, target: string, headers: Node]>([
  [
    "a header rather than the query",
    "s3cret",
    "listTokens",
    "/api/v2/tokens",
    { authorization: "Bearer s3cret" },
  ],
  [
    "the scheme that it is given for",
    { inQuery: "s3 cret" },
    "listTokens",
    "/api/v2/tokens?token=s3%20cret",
    {},
  ],
  [
    "nothing, if the operation takes none",
    secrets,
    "listJunkInbox",
    "/api/v2/junkConversations",
    {},
  ],
  [
    "two secrets together",
    secrets,
    "listWebhookRelayTypes",
    relayTypes,
    { authorization: "Bearer s3cret-a", cookie },
  ],
  [
    "a second kind of token",
    secrets,
    "getWebhookRelay",
    "/api/v2/webhookRelay/sms",
    { "x-one-time": "s3cret-b" },
  ],
  ["a user and a password", secrets, "deleteSipRegistration", sip, { authorization: basic }],
])("a client sends %s", async (_, token, id, target, headers) => {
  await using service = await start(token, severalSchemes);
  const args = id === "getWebhookRelay" ? ["sms"] : [];
  await (service.phone as never as Record<string, (...args: unknown[]) => Promise<unknown>>)
    [id]?.(...args)
    .catch(({ kind }: PhoneAgentError) => expect(kind).toBe("unexpected-content"));
  const path = target.replace(/\?.*/, "");
  const method = id.startsWith("delete") ? "DELETE" : "GET";
  await service.fetch(service.baseUrl + path, { method });
  await service.http.request(method, path);
  const sentSecrets = service.requests.map(
    ({ target, headers: { authorization, cookie, "x-one-time": key } }) => ({
      target,
      headers: JSON.parse(JSON.stringify({ authorization, cookie, "x-one-time": key })),
    }),
  );
  expect(sentSecrets).toEqual(Array(3).fill({ target, headers }));
});

test.each<[name: string, token: unknown, id: string, message: string]>([
  [
    "has no secret of the operation",
    "s3cret",
    "getWebhookRelay",
    "Pass `token.oneTime` to the client.",
  ],
  [
    "has one of two secrets",
    { bearer: "s3cret" },
    "listWebhookRelayTypes",
    "`token.bearer` and `token.session` to the",
  ],
  [
    "has a user without a password",
    { user: "s3cret" },
    "deleteSipRegistration",
    "a password: `user:password`.",
  ],
  [
    "has a token that no header carries",
    "s3cret€",
    "listTokens",
    "A token in a header can't have characters",
  ],
])("a client that %s rejects the call, and sends nothing", async (_, token, id, message) => {
  await using service = await start(token, severalSchemes);
  const call = service.phone[id](...(id === "getWebhookRelay" ? ["sms"] : []));
  await expectRefusal(service, call, message);
});

test.each<[name: string, token: unknown, message: string]>([
  ["no scheme", {}, "Missing or invalid token"],
  [
    "an unknown scheme",
    { apiKey: "a" },
    "Unknown option `apiKey`. Known: inQuery, bearer, oneTime, session, user.",
  ],
  ["a blank secret", { bearer: " " }, "Missing or invalid token"],
  ["nothing", undefined, "Missing or invalid token"],
])("a token with %s is rejected as the client is created", async (_, token, message) => {
  const { createPhoneAgentClient } = await severalSchemes;
  const error = await failureOf(() =>
    createPhoneAgentClient({ baseUrl: "https://a.test", token: token as string }),
  );
  expect(error.message).toContain(message);
});

test("a header of the caller can't replace the token", async () => {
  await using service = await start("s3cret", severalSchemes);
  const headers = { authorization: "Bearer other" };
  const says = "Pass the credential of `Authorization` to the client, not in a header.";
  await expectRefusal(service, service.phone.listTokens({ headers }), says);
  await expectRefusal(service, service.http.GET("/api/v2/tokens", { headers }), says);
});

test("a contract with one scheme in a header takes one token", async () => {
  const inHeader = clientWith(
    { key: { type: "apiKey", in: "header", name: "X-API-Key" } },
    [{ key: [] }],
    {
      listWebhookRelayTypes: [],
    },
  );
  await using service = await start("s3cret", inHeader);
  await service.phone.listWebhookRelayTypes();
  await service.phone.request("GET", "/api/v2/example");
  expect(service.requests.map(({ target, headers }) => [target, headers["x-api-key"]])).toEqual([
    ["/api/v2/webhookRelay/types", undefined],
    ["/api/v2/example", "s3cret"],
  ]);
});

test("a cookie is refused in a browser, whose fetch would drop it", async () => {
  await using service = await start(secrets, severalSchemes);
  const { Request } = globalThis;
  globalThis.Request = class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      const headers = new Headers(init?.headers);
      headers.delete("cookie");
      super(input, { ...init, headers });
    }
  };
  const says = "Browsers don't let a script send the cookie `sid`.";
  await expectRefusal(service, service.phone.listWebhookRelayTypes(), says).finally(() => {
    globalThis.Request = Request;
  });
});
