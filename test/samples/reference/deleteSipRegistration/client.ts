import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
await phone.deleteSipRegistration();
console.log("Deleted");
