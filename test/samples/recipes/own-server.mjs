import { createServer } from "node:http";
import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient();
const page = `<!doctype html><p>…</p><script type="module">
  const response = await fetch("/tokens/count");
  document.querySelector("p").textContent = response.ok ? await response.text() : "Try again later";
</script>`;

createServer(async ({ url }, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  if (url !== "/tokens/count") return response.end(page);
  // Check the sign-in of your user here.
  try {
    const { tokens } = await phone.listTokens();
    response.end(`${tokens.length} tokens`);
  } catch {
    response.writeHead(502).end();
  }
}).listen(3000);
