import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient();

// An operation that the contract knows by name alone: you know its path, and the answer is unknown.
const answer: unknown = await phone.request("POST", "/api/v2/example", {
  query: { dryRun: true },
  body: { text: "Hello" },
});
console.log(answer);
