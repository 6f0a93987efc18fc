import { afterEach, expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { json, sequence, serve, text, token } from "../client/server.ts";
import { takeSecret } from "../take-secret.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each(["fetch", "http"])("the recipe %s retries a failure, and prints the number of tokens", async (name) => {
  await using service = await serve(sequence(text("", 503), json(fixtures.listTokens["every-field"])));
  vi.stubEnv("PHONE_AGENT_BASE_URL", service.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  await import(`../samples/recipes/${name}.ts`);
  expect(print.mock.calls).toEqual([["2 tokens"]]);
  const receivedRequests = service.requests.map(({ target, headers }) => takeSecret(target, headers));
  expect(receivedRequests).toEqual(Array(2).fill({ target: "/api/v2/tokens", secret: token }));
});
