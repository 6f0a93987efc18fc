import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createTestServer } from "../../src/testing/index.ts";

const base = "http://phone-agent.test";

test("an operation answers its first example", async () => {
  const { fetch } = createTestServer();
  const response = await fetch(`${base}/api/v2/tokens?token=t`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual(fixtures.listTokens["every-field"]);
});

test("an operation answers the example that it was told to", async () => {
  const server = createTestServer();
  server.on.listTokens.reply("empty");
  const response = await server.fetch(`${base}/api/v2/tokens?token=t`);
  expect(await response.json()).toEqual(fixtures.listTokens.empty);
});

test("a request without a token gets 401", async () => {
  const { fetch } = createTestServer();
  expect((await fetch(`${base}/api/v2/tokens`)).status).toBe(401);
});
