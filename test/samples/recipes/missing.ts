import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();

async function findRelay(...call: Parameters<typeof phone.getWebhookRelay>) {
  try {
    return (await phone.getWebhookRelay(...call)).config;
  } catch (error) {
    if (PhoneAgentError.is(error) && error.status === 404) return undefined;
    throw error;
  }
}

// `Prefer` makes it respond with 404.
const missingRelay = await findRelay("RELAY_TYPE", { headers: { prefer: "code=404" } });
console.log((await findRelay("RELAY_TYPE"))?.url, missingRelay);
