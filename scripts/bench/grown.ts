import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { measureCompletion } from "./completion.ts";
import { measureLeast, timeOf } from "./measure.ts";

// Runs in a grown copy of the project, and prints the figures that only the copy's modules can measure.
const rows = Object.entries(operations);
const id = rows.findLast(([, { method, path }]) => method === "GET" && path.includes("{"))?.[0] as "getWebhookRelay";
const body = JSON.stringify(Object.values(fixtures[id])[0]);
const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "<EXAMPLE_TOKEN_1>", fetch });

const [call = 0, server = 0] = await measureLeast(30, [
  () => timeOf(() => phone[id]("example"), 1_000),
  () => timeOf(createTestServer, 1),
]);
console.log(JSON.stringify({ call: 1e6 / call, server: server / 1_000, completion: measureCompletion() }));
