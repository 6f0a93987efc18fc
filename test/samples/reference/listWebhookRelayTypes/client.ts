import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
// Undocumented shape (unknown: list-webhook-relay-types-answer): check it before you use it.
const types: unknown = await phone.listWebhookRelayTypes();
console.log(types);
