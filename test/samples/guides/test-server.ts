import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
server.on.listJunkInbox.reply("empty");

const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
});
const { rooms } = await phone.listJunkInbox();
console.log(rooms.length);
