import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
server.on.listTokens.fail(503, 2).reply("empty");
const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
});
const { tokens } = await phone.listTokens();
console.log(tokens.length, "tokens after", server.calls().length, "attempts");
server.assertAllCalled("listTokens");
