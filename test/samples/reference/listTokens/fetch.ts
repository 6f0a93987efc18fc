const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/tokens`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the URL into an error or a log: it contains the token.
if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
const { tokens } = await response.json();
// Each record contains a token: print only what isn't secret.
for (const { description, type, userId } of tokens) console.log(description, type, userId);

export {};
