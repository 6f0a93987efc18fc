import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
const page = server.examples.listJunkInbox["every-field"];
const rooms = page.rooms.slice(0, 1).map((room) => ({ ...room, name: "Ann" }));
server.on.listJunkInbox.replyWith({ ...page, totalRooms: 1, rooms });

const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  fetch: server.fetch,
});
const inbox = await phone.listJunkInbox();
console.log(inbox.totalRooms, "room, of", inbox.rooms[0]?.name);
