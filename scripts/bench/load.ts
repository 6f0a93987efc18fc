import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { outputOf, runRedocly } from "../tools/run.ts";
import { grownContract } from "./contract.ts";
import { runScript } from "./measure.ts";

declare global {
  /** The page's record of its load. */
  var record: {
    /** Until the text of the operation that the address names is in sight, in milliseconds. */
    text?: number;
    /** Until one can send a request, in milliseconds; absent if the page has no console. */
    console?: number;
    /** How much of the window moved by itself, until the reader has scrolled to the end. */
    shift: number;
    /** How long tasks kept the page from responding after it had loaded, in milliseconds. */
    longTasks: number;
  };
}

/** The operation whose page is loaded, in the reference and in the page of `redocly build-docs`. */
const summary = "Get a webhook relay configuration";
export const pages = { ours: "operations/getWebhookRelay.html", plain: "#/webhooks/getwebhookrelay" };

/** Builds the reference of a contract with so many operations. Returns how long `npm run docs` takes, in seconds. */
export async function buildOurs(folder: string, operations: number): Promise<number> {
  const contract = join(folder, `${operations}.yaml`);
  writeFileSync(contract, grownContract(operations));
  return (await runScript("docs", ["--contract", contract, "--out", join(folder, `${operations}/ours`)])).seconds;
}

/** Builds the page that Redocly makes of the same contract, to compare with. */
export const buildPlain = (folder: string, operations: number): Promise<string> => {
  const page = join(folder, `${operations}/plain/index.html`);
  return outputOf(runRedocly(["build-docs", join(folder, `${operations}.yaml`), "--inlineBundle", "-o", page]));
};

/**
 * Measures a load of an operation by its address, until the reader has scrolled to the end, on a slow phone: 1.6 Mbit/s,
 * 150 ms to the server and back, a quarter of this machine's speed. The size is in kB as sent.
 */
export async function measureLoad(browser: Browser, address: string, width = 390, height = 844) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 2 });
  const page = await context.newPage();
  // tsx keeps the names of functions by a helper that the page doesn't have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(watch, summary);
  const session = await context.newCDPSession(page);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(address, { waitUntil: "commit" });
  const figures = address.endsWith(pages.ours) ? ["text", "console"] : ["text"];
  await page.waitForFunction((figures) => figures.every((figure) => figure in record), figures, { timeout: 60_000 });
  await page.waitForLoadState("load");
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 10_000);
  await page.waitForTimeout(1_000);
  const load = await page.evaluate(() => record);
  await context.close();
  return { ...load, kilobytes: bytes / 1_000 };
}

/** Records, in the page, when the operation's text is in sight and its console enabled, layout shift and long tasks. */
function watch(summary: string): void {
  globalThis.record = { shift: 0, longTasks: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) record.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const { loadEventEnd } = performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming;
      if (loadEventEnd > 0 && startTime > loadEventEnd) record.longTasks += duration;
    }
  }).observe({ type: "longtask" });
  const look = () => {
    const isPainted = performance.getEntriesByName("first-contentful-paint").length > 0;
    const headings = [...document.querySelectorAll("h1, h2, h3")];
    const heading = headings.find(({ textContent }) => textContent?.includes(summary));
    const { top = -1, bottom = 0, height = 0 } = heading?.getBoundingClientRect() ?? {};
    const isInSight = height > 0 && top >= 0 && bottom <= innerHeight;
    if (isPainted && isInSight && heading?.checkVisibility({ opacityProperty: true }))
      record.text ??= performance.now();
    if (document.querySelector(".playground fieldset:enabled")) record.console ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
}
