import { createPhoneAgentClient } from "phone-agent-api";

// The address and the token come from PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
// The shape of the answer is not shown, so its type is unknown: check it before you rely on it.
const types: unknown = await phone.listWebhookRelayTypes();
console.log(types);
