import { fixtures } from "../../generated/fixtures.ts";
import { operations } from "../../generated/operations.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { measureCompletion } from "./completion.ts";

// Runs in a grown copy of the project, and prints the figures that only the copy's modules can measure.
const rows = Object.entries(operations);
const id = rows.findLast(([, { method, path }]) => method === "GET" && path.includes("{"))?.[0] as "getWebhookRelay";
const body = JSON.stringify(Object.values(fixtures[id])[0]);
const fetch = async () => new Response(body, { headers: { "content-type": "application/json" } });
const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: "<EXAMPLE_TOKEN_1>", fetch });

console.log(
  JSON.stringify({
    call: 1_000 / (await measureFastest(1_000, () => phone[id]("example"))),
    server: await measureFastest(1, createTestServer),
    completion: measureCompletion().milliseconds,
  }),
);

/** Returns the time of one call in the fastest of many rounds, the one with the least other load, in milliseconds. */
async function measureFastest(calls: number, call: () => unknown): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 30; round++) {
    const begin = performance.now();
    for (let count = 0; count < calls; count++) await call();
    fastestMs = Math.min(fastestMs, (performance.now() - begin) / calls);
  }
  return fastestMs;
}
