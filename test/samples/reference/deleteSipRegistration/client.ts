import { createPhoneAgentClient } from "phone-agent-api";

// The address and the token come from PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
await phone.deleteSipRegistration();
console.log("Removed");
