import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();

async function findRelay(type: string) {
  try {
    return (await phone.getWebhookRelay(type)).config;
  } catch (error) {
    if (PhoneAgentError.is(error) && error.status === 404) return undefined;
    throw error;
  }
}

console.log((await findRelay("example-type"))?.url, await findRelay("no-such-type"));
