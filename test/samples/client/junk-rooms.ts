import { createPhoneAgentClient, unixDate } from "phone-agent-api";

const phone = createPhoneAgentClient({
  // Placeholders: replace them with the names that your service uses.
  junkInboxInputNames: { paginate: "paginate", pageNumber: "pageNumber", unreadOnly: "unreadOnly" },
});

for await (const room of phone.junkRooms({ unreadOnly: true })) {
  console.log(room.roomId, room.name, unixDate(room.lastMessageTimestamp).toISOString());
}
