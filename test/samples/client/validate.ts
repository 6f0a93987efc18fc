import { createPhoneAgentClient } from "phone-agent-api";
import { reportTo } from "phone-agent-api/validate";

const phone = createPhoneAgentClient({
  validate: reportTo(({ kind, pointer, message }, operation) => {
    console.log(`${operation}: ${kind} at ${pointer}: ${message}`);
  }),
});

await phone.listJunkInbox();
