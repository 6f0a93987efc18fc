import { readFileSync } from "node:fs";
import { startMock } from "phone-agent-api/mock";
import type { BrowserContextOptions, Page } from "playwright-core";
import { buildReference } from "../../scripts/docs.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { consumerFile } from "../../scripts/tools/consumers.ts";
import { makeOnce } from "../once.ts";

export type ServedReference = Awaited<ReturnType<typeof serveReference>>;

/** Builds the reference, serves it with the mock as `npm start` does, and starts a browser. */
export async function serveReference() {
  const { folder } = await makeOnce("reference", (folder) => buildReference({ out: folder }));
  const mock = await startMock({ port: 0, site: createReferenceHandler(folder) });
  const address = mock.url;
  const browser = await launchBrowser();

  return {
    /** The base URL, without a slash at the end. */
    address,
    folder,
    browser,
    /**
     * Opens a page, and collects its errors, failed requests and requests to other hosts in
     * `troubles`.
     */
    async open(path: string, options: BrowserContextOptions = {}) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const troubles: string[] = [];
      page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      // Redoc's workers are blobs, and end with their page; so does a request that a navigation
      // ends.
      page.on("requestfailed", (request) => {
        const isEnded =
          request.url().startsWith("blob:") || request.failure()?.errorText === "net::ERR_ABORTED";
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

export const searchBox = (page: Page) =>
  page.getByRole("combobox", { name: "Search the reference" });
export const options = (page: Page) => page.getByRole("option");

/** Opens the search and enters words. */
export async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await searchBox(page).fill(words);
  await options(page).first().waitFor();
}

/** Returns whether the element that the address names is in sight, and marked by its background. */
export const isTargetInSight = (page: Page) =>
  page.evaluate(() => {
    const target = document.querySelector(":target");
    const { top = -1, bottom = 0 } = target?.getBoundingClientRect() ?? {};
    const isMarked = target && getComputedStyle(target).backgroundColor !== "rgba(0, 0, 0, 0)";
    return isMarked && top >= 0 && bottom <= innerHeight;
  });

interface Axe {
  run(
    selector: string,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/**
 * Returns what axe finds in a part of a page: violations of WCAG 2.2, level AA, and of best
 * practices.
 */
export async function findViolations(page: Page, selector: string): Promise<string[]> {
  await page.evaluate(readFileSync(consumerFile("axe-core"), "utf8"));
  return page.evaluate(async (part) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(part, { runOnly: rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
    );
  }, selector);
}
