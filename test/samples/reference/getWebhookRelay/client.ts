import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
const { config } = await phone.getWebhookRelay("example-type");
// The headers may contain secrets: print only what isn't secret.
console.log(config.url, config.timeout, config.successStatusCodes);
