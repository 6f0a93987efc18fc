import { createPhoneAgentClient, PhoneAgentError, unixDate } from "phone-agent-api";
import { createHttp } from "phone-agent-api/http";
import { createTestServer } from "phone-agent-api/testing";
import { validators } from "phone-agent-api/validate";

/** The same calls of a mock server on every runtime. What comes back is compared in runtimes.full.ts. */
export async function smoke(baseUrl) {
  const options = {
    baseUrl,
    token: "<EXAMPLE_TOKEN_1>",
    retry: { baseDelayMs: 1 },
    validate: validators,
  };
  const junkInboxInputNames = { paginate: "paginate", pageNumber: "pageNumber" };
  const phone = createPhoneAgentClient({ ...options, junkInboxInputNames });
  const failure = async (prefer, settings = {}) => {
    try {
      await phone.getWebhookRelay("sms", { headers: { prefer }, ...settings });
      return "none";
    } catch (error) {
      return PhoneAgentError.is(error) && !JSON.stringify(error).includes("EXAMPLE_TOKEN")
        ? error.kind
        : String(error);
    }
  };
  const rooms = [];
  for await (const room of phone.items("listJunkInbox")) rooms.push(room.roomId);
  const { data, response } = await createHttp(options).GET("/api/v2/tokens");
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  return {
    tokens: (await phone.listTokens()).tokens.length,
    relay: (await phone.getWebhookRelay("a/b é")).config.url,
    deleted: await phone.deleteSipRegistration().then(() => true),
    rooms,
    date: unixDate("1700000000").toISOString(),
    http: [data.tokens.length, response.url],
    missing: await failure("code=404"),
    garbage: await failure("fault=garbage"),
    redirect: await failure("code=302"),
    stalled: await failure("fault=stall", { timeoutMs: 100, deadlineMs: 150 }),
    aborted: await failure("fault=stall", { signal: controller.signal }),
    testServer: await callTestServer(),
  };
}

/** What the test server responds, and with which statuses. */
async function callTestServer() {
  const server = createTestServer();
  server.on.listTokens.fail("reset", 1).fail(503, 1).fail("truncate", 1).reply("empty").delay(1);
  const retry = { attempts: 4, baseDelayMs: 1 };
  const phone = createPhoneAgentClient({
    baseUrl: "https://example.com",
    token: "t",
    fetch: server.fetch,
    retry,
  });
  const { tokens } = await phone.listTokens();
  server.assertAllCalled("listTokens");
  return [tokens.length, ...server.calls().map(({ status }) => status ?? null)];
}
