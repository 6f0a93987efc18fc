import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { buildReference } from "../docs.ts";
import { redocly } from "../run.ts";
import { referenceHandler } from "../serve.ts";
import { grownContract } from "./contract.ts";

/** How a page loads on a slow phone: 1.6 Mbit/s, 150 ms to the server and back, a quarter of this machine's speed. */
export interface Load {
  /** Until the text of the operation that the address names is in sight, in milliseconds. */
  text: number;
  /** Until one can send a request, in milliseconds; `undefined` where the page has no console. */
  console: number | undefined;
  /** How much of the window moved by itself, until the reader has scrolled to the end. */
  shift: number;
  /** How long tasks kept the page from responding after it had loaded, in milliseconds. */
  longTasks: number;
}

const summary = "Get a webhook relay configuration";

/** Loads an operation by its address, several times: ours, and the page that `redocly build-docs` makes of the same contract. */
export async function loads(
  browser: Browser,
  operations: number,
  times: number,
): Promise<{ ours: Load; plain: Load }[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-load-"));
  const contract = join(folder, "openapi.yaml");
  writeFileSync(contract, grownContract(operations));
  await buildReference({ contract, out: join(folder, "ours") });
  const { ok, output } = await redocly(
    ["build-docs", contract, "--inlineBundle", "-o", join(folder, "plain/index.html")],
    {},
    false,
  );
  if (!ok) throw new Error(output);
  const ours = await served(join(folder, "ours"));
  const plain = await served(join(folder, "plain"));
  const all: { ours: Load; plain: Load }[] = [];
  try {
    for (let time = 0; time < times; time++) {
      all.push({
        ours: await load(browser, `${ours.address}/operations/getWebhookRelay.html`),
        plain: await load(browser, `${plain.address}/#/webhooks/getwebhookrelay`),
      });
    }
    return all;
  } finally {
    ours.close();
    plain.close();
    rmSync(folder, { recursive: true });
  }
}

/** Serves files as `npm start` does. */
export async function served(folder: string): Promise<{ address: string; close(): void }> {
  const handle = referenceHandler(folder);
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => server.close() };
}

interface Seen {
  text?: number;
  console?: number;
  shift: number;
  longTasks: number;
}

async function load(browser: Browser, address: string): Promise<Load> {
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
      const { seen } = globalThis as unknown as { seen: Seen };
      return seen.text !== undefined && (!hasConsole || seen.console !== undefined);
    },
    hasConsole,
    { timeout: 60_000 },
  );
  await page.waitForLoadState("networkidle");
  if (hasConsole) await readOn(page);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await context.close();
  return { text: seen.text ?? Number.NaN, console: seen.console, shift: seen.shift, longTasks: seen.longTasks };
}

/** How much an operation's page loads until the reader has scrolled to its end, in kB as sent. */
export async function sent(browser: Browser, address: string, width: number, height: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(address, { waitUntil: "networkidle" });
  await readOn(page);
  await context.close();
  return bytes / 1000;
}

/** Scrolls to the end, as a reader does. */
async function readOn(page: Page): Promise<void> {
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 10_000);
  await page.waitForTimeout(1000);
}

/** Runs in the page from its very beginning, and writes down when what is waited for is painted. */
function watch(summary: string): void {
  const seen: Seen = { shift: 0, longTasks: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      if (navigation?.loadEventEnd && startTime > navigation.loadEventEnd) seen.longTasks += duration;
    }
  }).observe({ type: "longtask" });
  const isInSight = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight && element.checkVisibility({ opacityProperty: true });
  };
  const look = () => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const heading = [...document.querySelectorAll("h1, h2, h3")].find((one) => one.textContent?.includes(summary));
    if (isPainted && heading && isInSight(heading)) seen.text ??= performance.now();
    if (document.querySelector(".playground fieldset:enabled")) seen.console ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
}
