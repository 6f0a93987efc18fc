import { fileURLToPath } from "node:url";
import { createPhoneAgentClient } from "phone-agent-api";
import { startMock } from "phone-agent-api/mock";

const examples = fileURLToPath(new URL("examples.yaml", import.meta.url));

const mock = await startMock({ port: 0, examples });
const phone = createPhoneAgentClient({ baseUrl: mock.url, token: "demo-token-not-secret" });
const { config } = await phone.getWebhookRelay("RELAY_TYPE");
await mock.close();

console.log(config.url);
