import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { buildReference } from "../docs.ts";
import { outputOf, runRedocly } from "../run.ts";
import { createReferenceHandler } from "../serve.ts";
import { grownContract } from "./contract.ts";

/** The load of a page on a slow phone: 1.6 Mbit/s, 150 ms to the server and back, a quarter of this machine's speed. */
export interface Load {
  /** Until the text of the operation that the address names is in sight, in milliseconds. */
  text?: number;
  /** Until one can send a request, in milliseconds; absent if the page has no console. */
  console?: number;
  /** How much of the window moved by itself, until the reader has scrolled to the end. */
  shift: number;
  /** How long tasks kept the page from responding after it had loaded, in milliseconds. */
  longTasks: number;
}

const summary = "Get a webhook relay configuration";

/** Measures several loads of an operation by its address, in the reference and in the page of `redocly build-docs`. */
export async function measureLoads(
  browser: Browser,
  operations: number,
  times: number,
): Promise<{ ours: Load; plain: Load }[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-load-"));
  const contract = join(folder, "openapi.yaml");
  writeFileSync(contract, grownContract(operations));
  await buildReference({ contract, out: join(folder, "ours") });
  await buildPlain(contract, join(folder, "plain"));
  const reference = await serveFolder(join(folder, "ours"));
  const plain = await serveFolder(join(folder, "plain"));
  const results: { ours: Load; plain: Load }[] = [];
  try {
    for (let time = 0; time < times; time++) {
      results.push({
        ours: await measureLoad(browser, `${reference.address}/operations/getWebhookRelay.html`),
        plain: await measureLoad(browser, `${plain.address}/#/webhooks/getwebhookrelay`),
      });
    }
    return results;
  } finally {
    reference.close();
    plain.close();
    rmSync(folder, { recursive: true });
  }
}

/** Builds the page that Redocly makes of a contract, to compare with. */
export const buildPlain = (contract: string, folder: string): Promise<string> =>
  outputOf(runRedocly(["build-docs", contract, "--inlineBundle", "-o", join(folder, "index.html")]));

/** Serves files as `npm start` does. */
export async function serveFolder(folder: string): Promise<{ address: string; close(): void }> {
  const handle = createReferenceHandler(folder);
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => server.close() };
}

async function measureLoad(browser: Browser, address: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  // tsx keeps the names of functions by a helper that the page doesn't have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watch, summary);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(address, { waitUntil: "commit" });
  const hasConsole = address.includes("/operations/");
  await page.waitForFunction(
    (hasConsole) => {
      const { record } = globalThis as unknown as { record: Load };
      return record.text !== undefined && (!hasConsole || record.console !== undefined);
    },
    hasConsole,
    { timeout: 60_000 },
  );
  await page.waitForLoadState("networkidle");
  if (hasConsole) await scrollToEnd(page);
  const record = await page.evaluate(() => (globalThis as unknown as { record: Load }).record);
  await context.close();
  return record;
}

/** Returns how much an operation's page loads until the reader has scrolled to its end, in kB as sent. */
export async function measureTransfer(
  browser: Browser,
  address: string,
  width: number,
  height: number,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(address, { waitUntil: "networkidle" });
  await scrollToEnd(page);
  await context.close();
  return bytes / 1000;
}

/** Scrolls to the end, as a reader does. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 10_000);
  await page.waitForTimeout(1000);
}

/** Records, in the page, when the operation's text is in sight and its console enabled, layout shift and long tasks. */
function watch(summary: string): void {
  const record: Load = { shift: 0, longTasks: 0 };
  Object.assign(globalThis, { record });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) record.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      if (navigation?.loadEventEnd && startTime > navigation.loadEventEnd) record.longTasks += duration;
    }
  }).observe({ type: "longtask" });
  const isInSight = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight && element.checkVisibility({ opacityProperty: true });
  };
  const look = () => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = [...document.querySelectorAll("h1, h2, h3")].find((element) =>
      element.textContent?.includes(summary),
    );
    if (isPainted && heading && isInSight(heading)) record.text ??= performance.now();
    if (document.querySelector(".playground fieldset:enabled")) record.console ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
}
