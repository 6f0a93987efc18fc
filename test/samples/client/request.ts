import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient();

// A name-only operation whose path you know. The response is undocumented.
const response: unknown = await phone.request("POST", "/api/v2/example", {
  query: { dryRun: true },
  body: { text: "Hello" },
});
console.log(response);
