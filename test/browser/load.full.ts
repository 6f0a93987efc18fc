import { afterAll, beforeAll, expect, test } from "vitest";
import { measureLoads } from "../../scripts/bench/load.ts";
import { launchBrowser } from "../../scripts/browser.ts";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test.each([5, 300])(
  "with %i operations a page is readable and usable long before Redoc's, and nothing moves",
  async (size) => {
    const [{ ours: reference, plain } = { ours: undefined, plain: undefined }] = await measureLoads(browser, size, 1);
    expect(reference?.text).toBeLessThan((plain?.text ?? 0) / 3);
    expect(reference?.console).toBeLessThan((plain?.text ?? 0) / 2);
    expect(reference?.shift).toBeLessThanOrEqual(0.05);
  },
);
