import { createPhoneAgentClient, PhoneAgentError } from "phone-agent-api";

const phone = createPhoneAgentClient();
const types = ["example-type", "", "no-such-type"];
// The mock has every type. `Prefer` makes it respond with 404.
const headers = (type: string) => (type === "no-such-type" ? { prefer: "code=404" } : {});
const results = await Promise.allSettled(types.map((type) => phone.getWebhookRelay(type, { headers: headers(type) })));

for (const result of results) {
  if (result.status === "fulfilled") console.log("delivers to", result.value.config.url);
  else if (!PhoneAgentError.is(result.reason)) throw result.reason;
  else if (result.reason.kind === "configuration" && result.reason.attempts === 0) console.log("never sent");
  else console.log("failed with", result.reason.status ?? result.reason.kind);
}
