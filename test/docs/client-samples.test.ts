import { afterEach, expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { json, type Responder, serve, token } from "../client/server.ts";
import { takeSecret } from "../take-secret.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Responds with the contract's examples; the junk inbox has an undocumented field. */
const service: Responder = (response, request, count) => {
  const path = request.url?.replace(/\?.*/, "") ?? "";
  const bodies: Record<string, unknown> = {
    "/api/v2/tokens": fixtures.listTokens["every-field"],
    "/api/v2/junkConversations": { ...fixtures.listJunkInbox["every-field"], extra: 1 },
    "/api/v2/webhookRelay/example-type": fixtures.getWebhookRelay["every-field"],
    "/api/v2/example": { queued: true },
  };
  json(bodies[path] ?? {}, path in bodies && !request.headers["prefer"] ? 200 : 503)(response, request, count);
};

test.each([
  [
    "quickstart",
    ["2 tokens", "delivers to https://example.com/relay"],
    ["GET /api/v2/tokens", "GET /api/v2/webhookRelay/example-type"],
  ],
  [
    "junk-rooms",
    [
      "1001:2001 Example Counterpart 2023-11-14T22:13:20.000Z",
      "1001:2002 Another Example Counterpart 2023-11-14T23:13:20.000Z",
      "1001:2005 Third Example Counterpart 2023-11-14T22:18:20.000Z",
      "1001:2006 Fourth Example Counterpart 2023-11-14T22:16:40.000Z",
      "1001:2007 Fifth Example Counterpart 2023-11-14T22:15:00.000Z",
    ],
    ["GET /api/v2/junkConversations?paginate=true&pageNumber=0&unreadOnly=true"],
  ],
  [
    "errors",
    ["status 503 after 2 attempts"],
    ["GET /api/v2/webhookRelay/example-type", "GET /api/v2/webhookRelay/example-type"],
  ],
  ["request", ['{"queued":true}'], ["POST /api/v2/example?dryRun=true"]],
  ["validate", ["listJunkInbox: unknown-field at /extra: isn't in the contract"], ["GET /api/v2/junkConversations"]],
])("the sample %s prints and sends the expected lines", async (name, output, requests) => {
  await using server = await serve(service);
  vi.stubEnv("PHONE_AGENT_BASE_URL", server.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((...args) => {
    lines.push(args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join(" "));
  });
  await import(`../samples/client/${name}.ts`);
  expect(lines).toEqual(output);
  const receivedRequests = server.requests.map(({ method, target, headers }) => ({
    method,
    ...takeSecret(target, headers),
  }));
  expect(receivedRequests.map(({ method, target }) => `${method} ${target}`)).toEqual(requests);
  expect(receivedRequests.map(({ secret }) => secret)).toEqual(requests.map(() => token));
});
