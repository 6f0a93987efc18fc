import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { readContract } from "../../scripts/contract/document.ts";
import { runRedocly } from "../../scripts/tools/run.ts";

const token = "token-of-the-workflows";

/**
 * Copies the workflows, and a contract that has `200` next to `2XX`: `respect` ignores `2XX`, and
 * compares such a response with `default`, once the body of failures is known.
 */
function copyWorkflows(): string {
  const folder = mkdtempSync(join(tmpdir(), "workflows-"));
  // The tests of other files read the same object: the last text that was read is parsed once.
  const copy = structuredClone(readContract());
  for (const { responses } of Object.values(copy.paths).flatMap((item) => Object.values(item))) {
    if (responses?.["2XX"]) responses["200"] = responses["2XX"];
  }
  writeFileSync(join(folder, "openapi.yaml"), stringify(copy));
  cpSync("openapi/contract.arazzo.yaml", join(folder, "contract.arazzo.yaml"));
  return join(folder, "contract.arazzo.yaml");
}

const respect = (url: string) =>
  runRedocly(["respect", copyWorkflows(), "--verbose", "--server", `phoneAgent=${url}`], {
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ token, type: "RELAY_TYPE" }),
  });

const stepIds = (output: string, sign: string) =>
  [...output.matchAll(new RegExp(`${sign} (?:GET|DELETE) \\S+ - step (\\S+)`, "g"))].map(
    ([, step]) => step,
  );

const workflowSteps = [
  "list-tokens",
  "list-junk-inbox",
  "list-webhook-relay-types",
  "get-webhook-relay",
  "delete-sip-registration",
];

test("`redocly respect` passes every workflow, and never prints the token", async () => {
  const mock = await startMock({ port: 0 });
  const { ok, output } = await respect(mock.url);
  await mock.close();
  expect(stepIds(output, "✓")).toEqual(workflowSteps);
  expect(ok).toBe(true);
  expect(output).not.toContain(token);
});

test("`redocly respect` fails each workflow whose response misses or mistypes a field", async () => {
  const relay = { url: 1, timeout: 30, headers: [], successStatusCodes: [] };
  const bodies: Record<string, unknown> = {
    tokens: { success: true },
    junkConversations: { pageSize: 1.5, pageNumber: 0, totalRooms: 0, rooms: [] },
    "webhookRelay/types": "<!doctype html>",
    "webhookRelay/RELAY_TYPE": { success: true, message: "", config: relay },
  };
  // The deletion fails.
  const server = createServer(({ url }, response) => {
    const body = bodies[new URL(`${url}`, "http://localhost").pathname.replace("/api/v2/", "")];
    const isPage = typeof body === "string";
    response.writeHead(body ? 200 : 500, {
      "content-type": isPage ? "text/html" : "application/json",
    });
    response.end(isPage ? body : JSON.stringify(body ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { ok, output } = await respect(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  server.close();
  expect(stepIds(output, "✗")).toEqual(workflowSteps);
  expect(ok).toBe(false);
  expect(output).not.toContain(token);
});
