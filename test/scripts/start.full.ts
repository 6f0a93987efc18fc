import { rmSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { startedCopy } from "./started-copy.ts";

let server: Awaited<ReturnType<typeof startedCopy>>;
beforeAll(async () => {
  server = await startedCopy();
});
afterEach(() => server.restore());
afterAll(() => server.end());

test("an invalid edit prints the finding, and the last valid contract is still served", async () => {
  server.edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  expect(await server.printed(/Still serving the last valid contract/)).toMatch(/openapi\.yaml:\d+:\d+/);
  expect(await server.message()).toBe("Example message");
});

test("a fault of style in an edit is a warning", async () => {
  server.edit((text) => text.replace("summary: List tokens", "summary: list Tokens"));
  expect(await server.printed(/This is only style\./)).toContain('In sentence case, this is "List tokens".');
  expect(server.output()).not.toMatch(/Error was generated|Serving it all the same/);
});

test("Redoc's page runs on any port, and loads itself again after an edit", async () => {
  await server.printed("Redoc shows it, too");
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${server.url}/redoc.html#/webhooks/getwebhookrelay`);
  // Only its script goes to the operation. Before, the page shows the first part.
  await page.getByRole("heading", { name: "Get a webhook relay configuration" }).first().waitFor();
  expect(await page.content()).not.toContain("127.0.0.1:4010");
  server.edit((text) => text.replaceAll("Example message", "Edited"));
  await page.getByText("Redoc is rendering the contract").waitFor();
  await browser.close();
});

test("many saves are one rebuild, or two", async () => {
  for (let save = 0; save < 12; save++) {
    server.edit((text) => text.replace(/\n*$/, "\n".repeat(2 + (save % 2))));
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  server.edit((text) => text.replace("message: Example message", "message: Edited"));
  await vi.waitFor(async () => expect(await server.message()).toBe("Edited"), { timeout: 60_000 });
  expect(server.output().match(/Rebuilt/g)?.length ?? 0).toBeLessThanOrEqual(2);
});

test("a deleted contract is reported, and the last one is still served", async () => {
  rmSync(server.contract);
  await server.printed(/openapi\/openapi\.yaml: ENOENT.*\n\nStill serving the last valid contract\./);
  expect(await server.message()).toBe("Example message");
});

test("Redoc shows the last valid contract, also if an invalid one follows it at once", async () => {
  server.edit((text) => text.replace("message: Example message", "message: Again"));
  await vi.waitFor(async () => expect(await server.message()).toBe("Again"), { timeout: 60_000 });
  writeFileSync(server.contract, "{");
  await server.printed(/Still serving the last valid contract/);
  const readRedoc = async () => (await fetch(`${server.url}/redoc.html`)).text();
  await expect.poll(readRedoc, { timeout: 30_000 }).toContain("Again");
});

test("an invalid contract at the start is a finding, and nothing is served", async () => {
  server.edit((text) => text.replace("operationId: listTokens", "operationID: listTokens"));
  const { ok, output } = await server.again("--port", "0");
  expect(ok).toBe(false);
  expect(output).toMatch(/openapi\.yaml:\d+:\d+ at #\/paths/);
  expect(output).not.toContain("http://127.0.0.1");
});
