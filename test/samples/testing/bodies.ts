import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const failures: string[] = [];
const server = createTestServer();
const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
  onError: ({ error }) => failures.push(error.kind),
});

server.on.listTokens.replyWith({ success: true, message: "A body of your own", tokens: [] }, 1);
server.on.listTokens.replyWith({ success: false });
console.log((await phone.listTokens()).message);
await phone.listTokens().catch(() => {});
console.log(failures);
