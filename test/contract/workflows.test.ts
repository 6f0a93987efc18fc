import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { redocly } from "../../scripts/run.ts";

const token = "token-of-the-workflows";

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

test("`redocly respect` finds the contract kept by the mock, and never prints the token", async () => {
  const { ok, output } = await redocly(
    ["respect", "openapi/contract.arazzo.yaml", "--server", `phoneAgent=${mock.url}`, "--verbose"],
    { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ token, type: "example-type" }) },
  );
  const steps = [...output.matchAll(/✓ (GET|DELETE) (\S+) - step (\S+)/g)].map(([, , , step]) => step);
  expect(steps).toEqual([
    "list-tokens",
    "list-junk-inbox",
    "list-webhook-relay-types",
    "get-webhook-relay",
    "delete-sip-registration",
  ]);
  expect(ok).toBe(true);
  expect(output).not.toContain(token);
});

test("`redocly respect` fails where an answer is not the contract's", async () => {
  const { ok } = await redocly(
    ["respect", "openapi/contract.arazzo.yaml", "--workflow", "list-tokens", "--server", `phoneAgent=${mock.url}`],
    { REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ token: "" }) },
  );
  expect(ok).toBe(false);
});
