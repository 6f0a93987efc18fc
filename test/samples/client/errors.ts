import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient({ retry: { attempts: 2, baseDelayMs: 100 } });

try {
  // `Prefer` makes the mock respond with 503.
  await phone.getWebhookRelay("RELAY_TYPE", { deadlineMs: 10_000, headers: { prefer: "code=503" } });
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  switch (error.kind) {
    case "http":
      console.log(`status ${error.status} after ${error.attempts} attempts`);
      break;
    case "network":
    case "timeout":
      console.log("try again later");
      break;
    default:
      console.log(error.message);
  }
}
