import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient({
  // Placeholders: replace them with the names that your service uses.
  junkInboxInputNames: {
    paginate: "exampleOfPaginate",
    pageNumber: "exampleOfPageNumber",
    pageSize: "exampleOfPageSize",
    unreadOnly: "exampleOfUnreadOnly",
  },
});
for await (const room of phone.items("listJunkInbox", { unreadOnly: true }))
  console.log(room.roomId, room.name);
