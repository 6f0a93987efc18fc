import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
const controller = new AbortController();
const call = phone.listTokens({ signal: controller.signal });
// In a page, the handler of a Cancel button could do this.
controller.abort();
try {
  console.log((await call).tokens.length, "tokens");
} catch (error) {
  if (!PhoneAgentError.is(error) || error.kind !== "aborted") throw error;
  console.log("Canceled");
}
