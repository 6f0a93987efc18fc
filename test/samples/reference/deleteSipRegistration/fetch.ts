const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/sip/registration`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url, { method: "DELETE" });
// Never put the address into an error or a log: it holds the token.
if (!response.ok) throw new Error(`The service answered with status ${response.status}`);
// The body of the answer is not shown.
console.log("Removed");

export {};
