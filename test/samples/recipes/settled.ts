import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
const results = await Promise.allSettled([
  phone.getWebhookRelay("RELAY_TYPE"),
  phone.getWebhookRelay("RELAY_TYPE", { deadlineMs: -1 }),
  // `Prefer` makes the mock respond with 404.
  phone.getWebhookRelay("RELAY_TYPE", { headers: { prefer: "code=404" } }),
]);

for (const result of results) {
  if (result.status === "fulfilled") console.log("delivers to", result.value.config.url);
  else if (!PhoneAgentError.is(result.reason)) throw result.reason;
  else if (result.reason.kind === "configuration" && result.reason.attempts === 0)
    console.log("never sent");
  else console.log("failed with", result.reason.status ?? result.reason.kind);
}
