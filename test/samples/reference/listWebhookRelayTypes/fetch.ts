const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/webhookRelay/types`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url);
// Never put the address into an error or a log: it holds the token.
if (!response.ok) throw new Error(`The service answered with status ${response.status}`);
// The shape of the answer is not shown: check it before you rely on it.
console.log(await response.json());

export {};
