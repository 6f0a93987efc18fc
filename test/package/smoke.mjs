import { createPhoneAgentClient, PhoneAgentError, unixDate } from "phone-agent-api";
import { createHttp } from "phone-agent-api/http";
import { createTestServer } from "phone-agent-api/testing";
import { validators } from "phone-agent-api/validate";

/** The same calls on every runtime, against a server as in runtimes.full.ts. What comes back is compared there. */
export async function smoke(baseUrl) {
  const options = { baseUrl, token: "<EXAMPLE_TOKEN_1>", retry: { baseDelayMs: 1 }, validate: validators };
  const junkInboxInputNames = { paginate: "paginate", pageNumber: "pageNumber" };
  const phone = createPhoneAgentClient({ ...options, junkInboxInputNames });
  const http = createHttp(options);
  const failure = async (call) => {
    try {
      await call();
      return "none";
    } catch (error) {
      return PhoneAgentError.is(error) && !JSON.stringify(error).includes("EXAMPLE_TOKEN") ? error.kind : String(error);
    }
  };
  const rooms = [];
  for await (const room of phone.junkRooms()) rooms.push(room.roomId);
  const { data, response } = await http.GET("/api/v2/tokens");
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  return {
    tokens: (await phone.listTokens()).tokens.length,
    relay: (await phone.getWebhookRelay("a/b é")).config.url,
    deleted: await phone.deleteSipRegistration().then(() => true),
    rooms,
    date: unixDate("1700000000").toISOString(),
    http: [data.tokens.length, response.url],
    body: await phone.request("POST", "/api/v2/echo", { body: { text: "é" } }),
    retried: (await phone.getWebhookRelay("once")).success,
    missing: await failure(() => phone.getWebhookRelay("missing")),
    page: await failure(() => phone.getWebhookRelay("page")),
    redirect: await failure(() => phone.getWebhookRelay("redirect")),
    stalled: await failure(() => phone.getWebhookRelay("stalled", { timeoutMs: 100, deadlineMs: 150 })),
    aborted: await failure(() => phone.getWebhookRelay("stalled", { signal: controller.signal })),
    dots: await failure(() => phone.getWebhookRelay("..")),
    testServer: await testServer(),
  };
}

/** What the test server responds, and with which statuses. */
async function testServer() {
  const server = createTestServer();
  server.on.listTokens.fail("reset", 1).fail(503, 1).fail("truncate", 1).reply("empty").delay(1);
  const retry = { attempts: 4, baseDelayMs: 1 };
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "t", fetch: server.fetch, retry });
  const { tokens } = await phone.listTokens();
  server.assertAllCalled("listTokens");
  return [tokens.length, ...server.calls().map(({ status }) => status)];
}
