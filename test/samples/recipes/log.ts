import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient({
  onError({ method, path, error, durationMs }) {
    const { kind, status, attempts } = error;
    console.error({ method, path, kind, status, attempts, durationMs: Math.round(durationMs) });
  },
});
await phone.getWebhookRelay("no-such-type").catch(() => {});
