import { createPhoneAgentClient, unixDate } from "phone-agent-api";

const phone = createPhoneAgentClient({
  // What your service calls these inputs is not shown. Put its own names here.
  junkInboxInputNames: { paginate: "paginate", pageNumber: "pageNumber", unreadOnly: "unreadOnly" },
});

for await (const room of phone.junkRooms({ unreadOnly: true })) {
  console.log(room.roomId, room.name, unixDate(room.lastMessageTimestamp).toISOString());
}
