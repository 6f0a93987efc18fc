import { afterEach, expect, test, vi } from "vitest";
import { json, type Responder, serve, text, token } from "../client/server.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const relay = json({ success: true, message: "", config: { url: "https://example.com/relay" } });
const service: Responder = (response, request, count) =>
  (request.url?.includes("/example-type?") ? relay : text("token=secret", 404))(response, request, count);

test.each([
  ["missing", "https://example.com/relay undefined"],
  ["settled", "delivers to https://example.com/relay\nnever sent\nfailed with 404"],
  [
    "log",
    expect.stringMatching(
      /^\{"method":"GET","path":"\/api\/v2\/webhookRelay\/no-such-type","kind":"http","status":404,"attempts":1,"durationMs":\d+\}$/,
    ),
  ],
])("the recipe %s prints what happened, and neither token nor body", async (name, printed) => {
  await using server = await serve(service);
  vi.stubEnv("PHONE_AGENT_BASE_URL", server.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", token);
  const lines: string[] = [];
  for (const method of ["log", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => {
      lines.push(args.map((arg) => (typeof arg === "object" ? JSON.stringify(arg) : `${arg}`)).join(" "));
    });
  }
  await import(`../samples/recipes/${name}.ts`);
  expect(lines.join("\n")).toEqual(printed);
  expect(lines.join("\n")).not.toMatch(/EXAMPLE_TOKEN|secret/);
});
