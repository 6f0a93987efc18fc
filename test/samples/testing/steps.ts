import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
server.on.listTokens.fail(
  429,
  { headers: { "retry-after": "0" }, body: { error: "slow down" } },
  1,
);
server.on.getWebhookRelay.for("RELAY_TYPE").fail(404);
server.on.listJunkInbox.for({ page: "1" }).fail(503);
let count = 0;
const example = server.on.request("POST", "/api/v2/example");
example.replyWith(({ body }) => ({ echo: JSON.parse(body), count: ++count }));
example.for({ "/text": "too long" }).fail(422);

const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
});
console.log(
  (await phone.listTokens()).tokens.length,
  "tokens after",
  server.calls().length,
  "attempts",
);
console.log(await phone.getWebhookRelay("RELAY_TYPE").catch(({ status }) => status));
console.log(await phone.request("POST", "/api/v2/example", { body: { text: "Hello" } }));
server.assertAllUsed();
