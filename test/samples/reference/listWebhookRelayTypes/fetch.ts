const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/webhookRelay/types`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the URL into an error or a log: it contains the token.
if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
// Undocumented shape (unknown: list-webhook-relay-types-answer): check it before you use it.
console.log(await response.json());

export {};
