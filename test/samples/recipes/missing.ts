import { type CallOptions, createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();

async function findRelay(type: string, options?: CallOptions) {
  try {
    return (await phone.getWebhookRelay(type, options)).config;
  } catch (error) {
    if (PhoneAgentError.is(error) && error.status === 404) return undefined;
    throw error;
  }
}

// The mock has every type. `Prefer` makes it respond with 404.
const missingRelay = await findRelay("no-such-type", { headers: { prefer: "code=404" } });
console.log((await findRelay("example-type"))?.url, missingRelay);
