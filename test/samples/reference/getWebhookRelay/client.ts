import { createPhoneAgentClient } from "phone-agent-api";

// The address and the token come from PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
const { config } = await phone.getWebhookRelay("example-type");
// The headers may hold secrets: print what is none.
console.log(config.url, config.timeout, config.successStatusCodes);
