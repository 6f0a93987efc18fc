import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();

const { tokens } = await phone.listTokens();
console.log(`${tokens.length} tokens`);

const { config } = await phone.getWebhookRelay("RELAY_TYPE");
console.log(`delivers to ${config.url}`);
