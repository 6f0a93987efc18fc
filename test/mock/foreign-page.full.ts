import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";

// A page of another origin, in a real browser on the machine of the mock.

const script = "<script>document.title = 'planted'</script>";
let browser: Browser;
let page: Page;
let mock: Mock;
let site: Server;
let receivedCount = 0;
beforeAll(async () => {
  browser = await launchBrowser();
  mock = await startMock({ port: 0 });
  site = createServer((request, response) => {
    if (request.method === "POST") receivedCount++;
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Another site</title>");
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t&name=Ada`);
  expect(status).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await mock?.close();
  site?.close();
});

/** Sends a request from the page. Returns the status and the body as far as the page may read them, or the failure. */
const ask = (path: string, init: { method?: string; body?: string; mode?: "no-cors" } = {}) =>
  page.evaluate(
    ([url, options]) =>
      fetch(url, options).then(
        async (response) => `${response.type} ${response.status} ${await response.text()}`,
        (error: Error) => error.name,
      ),
    [mock.url + path, init] as const,
  );

test("a page calls the API, and reads the response", async () => {
  expect(await ask("/api/v2/tokens?token=t")).toMatch(/^cors 200 \{"success":true/);
});

test("a page reads, deletes and plans nothing, with a preflight or without", async () => {
  expect(await ask("/__mock/journal")).toBe("TypeError");
  expect(await ask("/__mock/journal", { mode: "no-cors" })).toBe("opaque 0 ");
  const entryCount = mock.journal().length;
  expect(entryCount).toBeGreaterThan(0);
  const step = { code: 200, body: script, headers: { "content-type": "text/html" } };
  const body = JSON.stringify(step);
  for (const [path, init] of [
    ["/__mock/journal", { method: "DELETE" }],
    ["/__mock/on/listTokens", { method: "PUT", body }],
    ["/__mock/on/listTokens", { method: "POST", body, mode: "no-cors" }],
    ["/__mock/webhooks/any", { method: "POST", body: JSON.stringify({ url: page.url() }), mode: "no-cors" }],
  ] as [string, Parameters<typeof ask>[1]][]) {
    expect(await ask(path, init)).toMatch(/^(TypeError|opaque 0 )$/);
  }
  expect(mock.journal()).toHaveLength(entryCount);
  expect(receivedCount).toBe(0);
  const response = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
});

test("a name that resolves to this machine controls nothing either", async () => {
  const rebound = await launchBrowser("--host-resolver-rules=MAP evil.example 127.0.0.1");
  const rebinding = await rebound.newPage();
  const journalResponse = await rebinding.goto(`http://evil.example:${mock.port}/__mock/journal`);
  expect([journalResponse?.status(), await rebinding.content()]).toEqual([403, expect.not.stringContaining("Ada")]);
  const status = await rebinding.evaluate(() => fetch("/__mock/journal", { method: "DELETE" }).then((r) => r.status));
  await rebound.close();
  expect([status, mock.journal().length > 0]).toEqual([403, true]);
});
