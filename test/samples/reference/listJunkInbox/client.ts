import { createPhoneAgentClient } from "phone-agent-api";

// Reads PHONE_AGENT_BASE_URL and PHONE_AGENT_TOKEN.
const phone = createPhoneAgentClient();
const { rooms, pageNumber, totalRooms } = await phone.listJunkInbox();
console.log(`Page ${pageNumber}: ${rooms.length} of ${totalRooms} rooms`);
for (const room of rooms) console.log(room.roomId, room.name);
