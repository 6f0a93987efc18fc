import { createFetch } from "phone-agent-api/http";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const safeFetch = createFetch();
const response = await safeFetch(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/tokens`);
const { tokens } = await response.json();
console.log(`${tokens.length} tokens`);
