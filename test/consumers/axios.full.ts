import { createTestServer } from "phone-agent-api/testing";
import { expect, test, vi } from "vitest";

test("axios sends requests through createFetch, which adds the token and retries", async () => {
  const server = createTestServer();
  server.on.listTokens.fail(503, 2);
  vi.stubEnv("PHONE_AGENT_BASE_URL", "https://service.example.com");
  vi.stubEnv("PHONE_AGENT_TOKEN", "token-of-axios");
  vi.stubGlobal("fetch", server.fetch);
  const { service } = await import("./recipes/axios.ts");
  const { data, config } = await service.get("/api/v2/tokens");
  expect(data.tokens).toHaveLength(2);
  expect(JSON.stringify(config)).not.toContain("token-of-axios");
  server.assertAllUsed();
});
