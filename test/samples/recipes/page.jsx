import { connection } from "next/server";
import { createPhoneAgentClient } from "phone-agent-api";

const phone = createPhoneAgentClient({
  fetch: (url, init) => fetch(url, { ...init, cache: "no-store" }),
});

export default async function Page() {
  await connection(); // Renders on each request.
  const { tokens } = await phone.listTokens();
  return <p>{tokens.length} tokens</p>;
}
