import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redocly } from "../../scripts/run.ts";

const token = "token-of-the-workflows";

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const respect = (url: string, ...flags: string[]) =>
  redocly(["respect", "openapi/contract.arazzo.yaml", "--server", `phoneAgent=${url}`, ...flags], {
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ token, type: "example-type" }),
  });

const steps = (output: string, sign: string) =>
  [...output.matchAll(new RegExp(`${sign} (?:GET|DELETE) \\S+ - step (\\S+)`, "g"))].map(([, step]) => step);

const all = [
  "list-tokens",
  "list-junk-inbox",
  "list-webhook-relay-types",
  "get-webhook-relay",
  "delete-sip-registration",
];

test("`redocly respect` finds the contract kept by the mock, and never prints the token", async () => {
  const { ok, output } = await respect(mock.url, "--verbose");
  expect(steps(output, "✓")).toEqual(all);
  expect(ok).toBe(true);
  expect(output).not.toContain(token);
});

/** Answers that are JSON with a success status, and not the contract's. */
const wrong: Record<string, unknown> = {
  "/api/v2/tokens": { success: true },
  "/api/v2/junkConversations": { pageSize: 10, pageNumber: 0, totalRooms: 0, rooms: [], success: true },
  "/api/v2/webhookRelay/example-type": { success: true, message: "" },
};

test("`redocly respect` fails each workflow whose answer is not the contract's", async () => {
  const server = createServer((request, response) => {
    const body = wrong[new URL(request.url ?? "", "http://localhost").pathname];
    response.writeHead(body ? 200 : 500, { "content-type": "application/json" }).end(JSON.stringify(body ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { ok, output } = await respect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  expect(steps(output, "✗")).toEqual(all);
  expect(ok).toBe(false);
  expect(output).not.toContain(token);
});
