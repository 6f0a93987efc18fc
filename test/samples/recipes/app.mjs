import { createServer } from "node:http";
import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient();
createServer(async (_request, response) => {
  const { tokens } = await phone.listTokens();
  response.setHeader("content-type", "text/html").end(`<p>${tokens.length} tokens</p>`);
}).listen(3000);
