const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/webhookRelay/example-type`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the URL into an error or a log: it contains the token.
if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
const { config } = await response.json();
// The headers may contain secrets: print only what isn't secret.
console.log(config.url, config.timeout, config.successStatusCodes);

export {};
