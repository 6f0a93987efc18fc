const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/junkConversations`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the URL into an error or a log: it contains the token.
if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
const { rooms, pageNumber, totalRooms } = await response.json();
console.log(`Page ${pageNumber}: ${rooms.length} of ${totalRooms} rooms`);
for (const room of rooms) console.log(room.roomId, room.name);

export {};
