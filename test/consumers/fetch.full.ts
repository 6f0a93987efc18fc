import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import nodeFetch from "node-fetch";
import { createProxy } from "proxy";
import { afterEach, expect, test, vi } from "vitest";
import { failureOf, json, serve, token } from "../client/server.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const noTokens = json({ success: true, message: "", tokens: [] });

test("node-fetch as `fetch` is rejected, and without it the same call succeeds", async () => {
  await using service = await serve(noTokens, { fetch: nodeFetch as never });
  const error = await failureOf(service.phone.listTokens());
  expect(error).toMatchObject({ kind: "configuration", attempts: 1 });
  expect(error.message).toBe("listTokens: `fetch` must return a new web Response.");
  await using plainService = await serve(noTokens);
  expect((await plainService.phone.listTokens()).tokens).toEqual([]);
});

test("the recipe's calls pass through the proxy, and without the recipe they don't", async () => {
  await using service = await serve(noTokens);
  const proxy = createProxy(createServer());
  const tunnels: (string | undefined)[] = [];
  proxy.on("connect", ({ url }) => tunnels.push(url));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("http_proxy", undefined);
  vi.stubEnv("no_proxy", undefined);
  vi.stubEnv("NO_PROXY", undefined);
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  vi.stubEnv("PHONE_AGENT_BASE_URL", service.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const print = vi.spyOn(console, "log").mockImplementation(() => {});
  try {
    await service.phone.listTokens();
    expect(tunnels).toEqual([]);
    await import("./recipes/proxy.ts");
    expect(print.mock.calls).toEqual([["0 tokens"]]);
    expect(tunnels).toEqual([new URL(service.baseUrl).host]);
  } finally {
    proxy.close();
  }
});
