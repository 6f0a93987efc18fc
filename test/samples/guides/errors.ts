import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
try {
  const { config } = await phone.getWebhookRelay("example-type");
  console.log(config.url);
} catch (error) {
  if (!PhoneAgentError.is(error)) throw error;
  if (error.kind === "http") console.error(`The service answered with status ${error.status}`);
  else if (error.kind === "timeout") console.error(`No complete answer in time: ${error.limit} can be raised`);
  else console.error(error.message);
}
