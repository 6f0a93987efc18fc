import { http } from "msw";
import { setupServer } from "msw/node";
import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
const msw = setupServer(http.all("https://service.example.com/*", ({ request }) => server.fetch(request)));
msw.listen({ onUnhandledRequest: "error" });

const phone = createPhoneAgentClient({ baseUrl: "https://service.example.com", token: "example" });
const { rooms } = await phone.listJunkInbox();
console.log(rooms.length, "rooms");
msw.close();
