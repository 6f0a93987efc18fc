import type { Browser } from "playwright-core";

declare global {
  /** The page's record of its load, in milliseconds. */
  var record: {
    /** Until the text of the operation that the address names is in sight. */
    text?: number;
    /** Until one can send a request; absent if the page has no console. */
    console?: number;
    /** How much of the window moved by itself, until the reader has scrolled to the end. */
    shift: number;
    /** How long tasks kept the page from responding after it had loaded. */
    longTasks: number;
  };
}

/** The operation whose page is loaded, in the reference and in the page of `redocly build-docs`. */
const summary = "Get a webhook relay configuration";
export const pages = {
  ours: "operations/getWebhookRelay.html",
  plain: "#/webhooks/getwebhookrelay",
};

/**
 * Visits an operation by its address and scrolls to the end, on a slow phone: 1.6 Mbit/s, 150 ms to
 * the server and back, a quarter of this machine's speed. The size is in kB as sent.
 */
export async function visit(browser: Browser, address: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
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
  const network = {
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  };
  await session.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(address, { waitUntil: "commit" });
  const figures = address.endsWith(pages.ours) ? ["text", "console"] : ["text"];
  await page.waitForFunction((figures) => figures.every((figure) => figure in record), figures, {
    timeout: 60_000,
  });
  await page.waitForLoadState("load");
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 10_000);
  await page.waitForTimeout(1_000);
  const load = await page.evaluate(() => record);
  await context.close();
  return { ...load, kilobytes: bytes / 1_000 };
}

/**
 * Records, in the page, when the operation's text is in sight and its console enabled, layout shift
 * and long tasks.
 */
function watch(summary: string): void {
  globalThis.record = { shift: 0, longTasks: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      if (!entry.hadRecentInput) record.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      const { loadEventEnd } = performance.getEntriesByType(
        "navigation",
      )[0] as PerformanceNavigationTiming;
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
    if (document.querySelector(".playground fieldset:enabled"))
      record.console ??= performance.now();
    requestAnimationFrame(look);
  };
  look();
}
