import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
server.on.listTokens.fail("stall");
const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
  timeoutMs: 200,
  retry: false,
});
try {
  await phone.listTokens();
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  console.log(error.kind, "after", error.attempts, "attempt");
}
