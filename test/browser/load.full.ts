import { afterAll, beforeAll, expect, test } from "vitest";
import { loads } from "../../scripts/bench/load.ts";
import { launchBrowser } from "../../scripts/browser.ts";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.each([5, 300])(
  "with %i operations a page is read and tried long before Redoc's, and nothing moves",
  async (size) => {
    const [{ ours, plain } = { ours: undefined, plain: undefined }] = await loads(browser, size, 1);
    expect(ours?.text).toBeLessThan((plain?.text ?? 0) / 3);
    expect(ours?.console).toBeLessThan((plain?.text ?? 0) / 2);
    expect(ours?.shift).toBeLessThanOrEqual(0.05);
  },
);
