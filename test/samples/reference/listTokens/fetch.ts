const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/tokens`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the address into an error or a log: it holds the token.
if (!response.ok) throw new Error(`The service answered with status ${response.status}`);
const { tokens } = await response.json();
// Each record holds a token: print what is no secret.
for (const { description, type, userId } of tokens) console.log(description, type, userId);

export {};
