import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
const { tokens } = await phone.listTokens();
// Each record contains a token: print only what isn't secret.
for (const { description, type, userId } of tokens) console.log(description, type, userId);
