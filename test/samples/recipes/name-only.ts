import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
server.on.request("POST", "/api/v2/example").fail(503, 1).replyWith({ queued: true });
const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
  retry: { baseDelayMs: 10 },
});
const response = await phone.request("POST", "/api/v2/example", { body: { text: "Hello" }, repeatable: true });
console.log(response, "after", server.calls().length, "requests");
