import { startMock } from "phone-agent-api/mock";
import { afterEach, expect, test, vi } from "vitest";
import { json, type Responder, serve, text, token } from "../client/server.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
});

const relay = json({ success: true, message: "", config: { url: "https://example.com/relay" } });
const respond: Responder = (response, request, count) =>
  (request.headers["prefer"] ? text("token=secret", 404) : relay)(response, request, count);

const recordOutput = (lines: string[]) => {
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => {
      lines.push(args.map((arg) => (typeof arg === "object" ? JSON.stringify(arg) : `${arg}`)).join(" "));
    });
  }
  return lines;
};

test.each([
  ["missing", () => import("../samples/recipes/missing.ts"), / undefined$/],
  ["settled", () => import("../samples/recipes/settled.ts"), /^delivers to .*\nnever sent\nfailed with 404$/],
  ["log", () => import("../samples/recipes/log.ts"), /"kind":"http","status":404/],
  ["errors", () => import("../samples/client/errors.ts"), /^status 503 after 2 attempts$/],
  ["errors of the guide", () => import("../samples/guides/errors.ts"), /^Status 404: see error.body$/],
] as const)("the sample %s prints its failure with the mock, too", async (_, run, pattern) => {
  const mock = await startMock({ port: 0, logLevel: "silent" });
  vi.stubEnv("PHONE_AGENT_BASE_URL", mock.url);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const lines = recordOutput([]);
  await run();
  await mock.close();
  expect(lines.join("\n")).toMatch(pattern);
});

test.each([
  ["missing", "https://example.com/relay undefined"],
  ["settled", "delivers to https://example.com/relay\nnever sent\nfailed with 404"],
  [
    "log",
    expect.stringMatching(
      /^\{"method":"GET","path":"\/api\/v2\/webhookRelay\/example-type","kind":"http","status":404,"attempts":1,"durationMs":\d+\}$/,
    ),
  ],
])("the recipe %s prints the result, but neither token nor body", async (name, expected) => {
  await using server = await serve(respond);
  vi.stubEnv("PHONE_AGENT_BASE_URL", server.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const lines = recordOutput([]);
  await import(`../samples/recipes/${name}.ts`);
  expect(lines.join("\n")).toEqual(expected);
  expect(lines.join("\n")).not.toMatch(/EXAMPLE_TOKEN|secret/);
});
