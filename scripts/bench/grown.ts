import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { timeCalls } from "./measure.ts";

// Runs in a grown copy of the project, and prints the figures that only the copy's modules can measure.
const rows = Object.entries(operations);
const id = rows.findLast(([, { method, path }]) => method === "GET" && path.includes("{"))?.[0] as "getWebhookRelay";
const body = JSON.stringify(Object.values(fixtures[id])[0]);
const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "<EXAMPLE_TOKEN_1>", fetch });

let call = 0;
let server = Number.POSITIVE_INFINITY;
for (let turn = 0; turn < 30; turn++) {
  call = Math.max(call, (await timeCalls(() => phone[id]("example" as never), 1_000)).rate);
  server = Math.min(server, (await timeCalls(createTestServer, 1)).time / 1_000);
}
console.log(JSON.stringify({ call, server }));
