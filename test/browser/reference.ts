import { startMock } from "phone-agent-api/mock";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildReference } from "../../scripts/docs.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { makeOnce } from "../once.ts";

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
  const { folder, value: files } = await makeOnce("reference", (folder) => buildReference({ out: folder }));
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
