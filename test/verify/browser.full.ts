import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import { expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { createVerifiableContract } from "../../src/traffic/verifiable-contract.ts";
import { createVerification } from "../../src/verify/verification.ts";
import { writeTemporaryFile } from "../traffic/files.ts";

const contract = createVerifiableContract(readContract());

test("verify compares every exchange of a HAR that Chromium records, faulty ones included", async () => {
  const mock = await startMock({ port: 0, logLevel: "silent" });
  const path = join(writeTemporaryFile("x", ""), "../recorded.har");
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ recordHar: { path, content: "embed" } });
    const page = await context.newPage();
    await page.goto(mock.url);
    await page.evaluate(async () => {
      const get = (name: string, init = {}) =>
        fetch(`/api/v2/${name}?token=tok-secret`, init).then((response) => response.text());
      await get("tokens");
      await get("junkConversations", { headers: { Prefer: "example=first-of-several-pages" } });
      await get("webhookRelay/sms", {
        headers: { Prefer: "code=503", Authorization: "Bearer tok-secret" },
      });
      await get("webhookRelay/sms", { headers: { Prefer: "fault=garbage" } });
      await get("sip/registration", { method: "DELETE" });
    });
    await context.close();
  } finally {
    await browser.close();
    await mock.close();
  }
  const recording = readFileSync(path, "utf8");
  expect(recording).toContain("tok-secret");
  const verifyFile = async () => {
    const verification = createVerification(contract);
    const { readFile } = createTrafficReader(contract, { baseUrl: mock.url });
    for await (const item of readFile(path, "har")) {
      expect(JSON.stringify(item)).not.toContain("tok-secret");
      verification.add(item);
    }
    return verification.result();
  };
  const { exchanges: mockExchanges, ignored: ignoredGroups } = await verifyFile();
  expect(mockExchanges).toBe(0);
  expect(ignoredGroups).toContainEqual(
    expect.objectContaining({ reason: "the mock responded, not the service", times: 6 }),
  );
  // A service doesn't mark its responses as the mock does.
  writeFileSync(path, recording.replace(/"mock-source"/gi, '"other"'));
  const { findings, operations, exchanges } = await verifyFile();
  expect(exchanges).toBe(5);
  expect(findings.filter(({ kind }) => kind === "contradiction")).toMatchObject([
    { operation: "getWebhookRelay", place: "body", contract: "JSON", seen: "not JSON", times: 1 },
  ]);
  expect(operations["getWebhookRelay"]).toMatchObject({
    statuses: { 200: 1, 503: 1 },
    notCompared: { "not JSON": 1, "status 503": 1 },
  });
  expect(operations["listTokens"]).toMatchObject({ statuses: { 200: 1 }, notCompared: {} });
});
