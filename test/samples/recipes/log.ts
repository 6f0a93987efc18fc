import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient({
  onError({ method, path, error, durationMs }) {
    const { kind, status, attempts } = error;
    console.error({ method, path, kind, status, attempts, durationMs: Math.round(durationMs) });
  },
});
// `Prefer` makes it respond with 404.
await phone.getWebhookRelay("RELAY_TYPE", { headers: { prefer: "code=404" } }).catch(() => {});
