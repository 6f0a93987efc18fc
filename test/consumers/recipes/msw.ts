import { http } from "msw";
import { setupServer } from "msw/node";
import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";

const server = createTestServer();
const handler = http.all("https://service.example.com/*", ({ request }) =>
  server.fetch(request).catch(() => Response.error()),
);
const msw = setupServer(handler);
msw.listen({ onUnhandledRequest: "error" });

const phone = createPhoneAgentClient({
  baseUrl: "https://service.example.com",
  token: "demo-token-not-secret",
  retry: { baseDelayMs: 1 },
});
server.on.listJunkInbox.fail("reset", 1);
const { rooms } = await phone.listJunkInbox();
console.log(rooms.length, "rooms after", server.calls().length, "attempts");
msw.close();
