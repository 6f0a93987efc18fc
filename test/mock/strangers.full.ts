import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { contractFile } from "../../scripts/contract/document.ts";
import { run, runRedocly } from "../../scripts/tools/run.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { writeTemporaryFile } from "./helpers.ts";

const token = "token-of-a-stranger";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

test("the workflows that `redocly generate-arazzo` writes from the contract pass against the mock", async () => {
  const workflows = writeTemporaryFile("workflows.arazzo.yaml", "");
  expect(await runRedocly(["generate-arazzo", contractFile, "--output-file", workflows])).toMatchObject({ ok: true });
  // The generator copies a range of status codes from the contract, which isn't an expression of Arazzo.
  const workflowsText = readFileSync(workflows, "utf8");
  writeFileSync(workflows, workflowsText.replaceAll("$statusCode == 2XX", "$statusCode >= 200 && $statusCode < 300"));
  const { ok, output } = await runRedocly(["respect", workflows, "--server", `openapi=${mock.url}`], {
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify({ apiToken: token }),
  });
  expect(output).toContain("Workflows: 5 passed, 5 total");
  expect(ok).toBe(true);
});

describe("a client that `redocly generate-client` writes from the contract", () => {
  const client = writeTemporaryFile("client.ts", "");
  writeFileSync(join(dirname(client), "package.json"), '{ "type": "module" }');
  beforeAll(async () => {
    expect(await runRedocly(["generate-client", contractFile, "-o", client, "--import-ext", "ts"])).toMatchObject({
      ok: true,
    });
  });
  const use = async (code: string) => {
    const script = `import { client } from ${JSON.stringify(client)};
      client.configure({ serverUrl: ${JSON.stringify(mock.url)} });
      client.auth.apiKey("apiToken", ${JSON.stringify(token)});
      console.log(JSON.stringify(await (async () => { ${code} })() ?? null));`;
    const { ok, output } = await run(process.execPath, ["--import", "tsx", writeTemporaryFile("use.mts", script)]);
    expect(ok, output).toBe(true);
    return JSON.parse(output);
  };

  test("gets the first example of every operation", async () => {
    const responses = await use(`return {
      tokens: await client.listTokens(),
      rooms: await client.listJunkInbox(),
      types: await client.listWebhookRelayTypes(),
      relay: await client.getWebhookRelay({ path: { type: "sms" } }),
      deletion: (await client.deleteSipRegistration()) ?? null,
    }`);
    expect(responses).toEqual({
      tokens: fixtures.listTokens["every-field"],
      rooms: fixtures.listJunkInbox["every-field"],
      types: null,
      relay: fixtures.getWebhookRelay["every-field"],
      deletion: null,
    });
  });

  test("gets the example that it prefers", async () => {
    const response = await use(`return client.listTokens({ headers: { Prefer: "example=empty" } })`);
    expect(response).toEqual(fixtures.listTokens.empty);
  });
});
