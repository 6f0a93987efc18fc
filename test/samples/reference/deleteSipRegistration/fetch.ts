const url = new URL(`${process.env["PHONE_AGENT_BASE_URL"]}/api/v2/sip/registration`);
url.searchParams.set("token", process.env["PHONE_AGENT_TOKEN"] ?? "");

const response = await fetch(url, { method: "DELETE" });
// Never put the URL into an error or a log: it contains the token.
if (!response.ok) throw new Error(`Unexpected status ${response.status}`);
// The response body is undocumented (unknown: delete-sip-registration-answer).
console.log("Deleted");

export {};
