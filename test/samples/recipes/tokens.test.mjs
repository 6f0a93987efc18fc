import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

test("an account without tokens", async () => {
  const server = createTestServer();
  server.on.listTokens.reply("empty");
  const phone = createPhoneAgentClient({
    baseUrl: "https://service.example.com",
    token: "demo-token-not-secret",
    fetch: server.fetch,
  });
  expect((await phone.listTokens()).tokens).toEqual([]);
});
