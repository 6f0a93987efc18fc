const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/webhookRelay/example-type`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the address into an error or a log: it holds the token.
if (!response.ok) throw new Error(`The service answered with status ${response.status}`);
const { config } = await response.json();
// The headers may hold secrets: print what is none.
console.log(config.url, config.timeout, config.successStatusCodes);

export {};
