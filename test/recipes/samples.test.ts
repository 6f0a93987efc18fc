import { startMock } from "phone-agent-api/mock";
import { expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { json, type Responder, serve, text, token } from "../client/server.ts";

const logLine =
  /^\{"method":"GET","path":"\/api\/v2\/webhookRelay\/example-type","kind":"http","status":404,"attempts":1,"durationMs":\d+\}$/;

const samples = {
  "recipes/missing": [() => import("../samples/recipes/missing.ts"), /^https:\/\/example\.com\/\w+ undefined$/],
  "recipes/settled": [
    () => import("../samples/recipes/settled.ts"),
    /^delivers to https:\/\/\S+\nnever sent\nfailed with 404$/,
  ],
  "recipes/log": [() => import("../samples/recipes/log.ts"), logLine],
  "recipes/fetch": [() => import("../samples/recipes/fetch.ts"), /^2 tokens$/],
  "recipes/http": [() => import("../samples/recipes/http.ts"), /^2 tokens$/],
  "guides/errors": [() => import("../samples/guides/errors.ts"), /^Status 404: see error.body$/],
} as const;

/** Responds as the mock does, but first with a failure, which is retried, and with a secret in the body of a 404. */
const respond: Responder = (response, request, count) => {
  const example = request.url?.includes("webhookRelay")
    ? fixtures.getWebhookRelay["every-field"]
    : fixtures.listTokens["every-field"];
  const responder = request.headers["prefer"] ? text("token=secret", 404) : count > 1 ? json(example) : text("", 503);
  responder(response, request, count);
};

test.each(Object.entries(samples))(
  "the sample %s prints its result with the mock and with a service, and no secret",
  async (_, [run, output]) => {
    await using service = await serve(respond);
    const mock = await startMock({ port: 0, logLevel: "silent" });
    for (const address of [mock.url, service.baseUrl]) {
      vi.resetModules();
      vi.stubEnv("PHONE_AGENT_BASE_URL", address);
      vi.stubEnv("PHONE_AGENT_TOKEN", token);
      const lines: string[] = [];
      for (const method of ["log", "error"] as const) {
        vi.spyOn(console, method).mockImplementation((...args) => {
          lines.push(args.map((arg) => (typeof arg === "object" ? JSON.stringify(arg) : `${arg}`)).join(" "));
        });
      }
      await run();
      expect(lines.join("\n")).toMatch(output);
      expect(lines.join("\n")).not.toMatch(/EXAMPLE_TOKEN|secret/);
    }
    await mock.close();
  },
);
