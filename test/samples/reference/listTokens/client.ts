import { createPhoneAgentClient } from "phone-agent-api";

// The address and the token come from PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
const { tokens } = await phone.listTokens();
// Each record holds a token: print what is no secret.
for (const { description, type, userId } of tokens) console.log(description, type, userId);
