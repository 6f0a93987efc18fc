const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/junkConversations`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the address into an error or a log: it holds the token.
if (!response.ok) throw new Error(`The service answered with status ${response.status}`);
const { rooms, pageNumber, totalRooms } = await response.json();
console.log(`Page ${pageNumber}: ${rooms.length} of ${totalRooms} rooms`);
for (const room of rooms) console.log(room.roomId, room.name);

export {};
