import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient({
  baseUrl: process.env["PHONE_AGENT_BASE_URL"] ?? "http://127.0.0.1:4010",
  token: process.env["PHONE_AGENT_TOKEN"] ?? "demo-token-not-secret",
});
const { tokens } = await phone.listTokens();
console.log(`${tokens.length} tokens`);
