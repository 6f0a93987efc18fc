import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
try {
  // `Prefer` makes the mock respond with 404.
  const { config } = await phone.getWebhookRelay("RELAY_TYPE", { headers: { prefer: "code=404" } });
  console.log(config.url);
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  if (error.kind === "http") console.error(`Status ${error.status}: see error.body`);
  else if (error.kind === "timeout") console.error(`Timed out: raise ${error.limit}`);
  else console.error(error.message);
}
