import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMock } from "phone-agent-api/mock";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { vi } from "vitest";
import { buildReference } from "../../scripts/docs.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";

export interface ServedReference {
  /** The reference's base URL, without a slash at the end. */
  address: string;
  /** The folder of its files. */
  folder: string;
  files: string[];
  browser: Browser;
  /** Opens a page, and collects its errors, failed requests and requests to other hosts in `troubles`. */
  open(path: string, options?: BrowserContextOptions): Promise<{ page: Page; troubles: string[] }>;
  stop(): Promise<void>;
}

/** Builds the reference, serves it with the mock as `npm start` does, and starts a browser. */
export async function serveReference(): Promise<ServedReference> {
  const { folder, files } = await buildOnce();
  const mock = await startMock({ port: 0, site: createReferenceHandler(folder) });
  const address = mock.url;
  const browser = await launchBrowser();

  return {
    address,
    folder,
    files,
    browser,
    async open(path, options) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      // Redoc's workers are blobs, and end with their page; so does a request that a navigation ends.
      page.on("requestfailed", (request) => {
        const isEnded = request.url().startsWith("blob:") || request.failure()?.errorText === "net::ERR_ABORTED";
        if (!isEnded) troubles.push(`failed: ${request.url()}`);
      });
      page.on("request", (request) => {
        if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${address}/`)) {
          troubles.push(`foreign: ${request.url()}`);
        }
      });
      await page.goto(`${address}/${path}`);
      return { page, troubles };
    },
    async stop() {
      await browser.close();
      await mock.close();
    },
  };
}

/** Builds the reference once for all test files of a run, which share its folder: the first builds, the others wait. */
async function buildOnce(): Promise<{ folder: string; files: string[] }> {
  const folder = join(tmpdir(), "reference");
  const list = `${folder}.json`;
  if (mkdirSync(folder, { recursive: true })) {
    writeFileSync(`${list}.part`, JSON.stringify(await buildReference({ out: folder })));
    renameSync(`${list}.part`, list);
  }
  await vi.waitFor(() => readFileSync(list), { timeout: 60_000, interval: 100 });
  return { folder, files: JSON.parse(readFileSync(list, "utf8")) };
}
