import { createPhoneAgentClient } from "phone-agent-api";
import { EnvHttpProxyAgent, fetch } from "undici";

const dispatcher = new EnvHttpProxyAgent(); // or new ProxyAgent("http://proxy.example.com:8080")
const phone = createPhoneAgentClient({
  // It returns a web Response, but undici's types and the DOM's differ.
  fetch: async (url, init: object) =>
    (await fetch(url, { ...init, dispatcher })) as unknown as Response,
});
const { tokens } = await phone.listTokens();
console.log(`${tokens.length} tokens`);
