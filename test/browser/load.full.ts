import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOurs, buildPlain, measureLoad, pages } from "../../scripts/bench/load.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";

const folder = mkdtempSync(join(tmpdir(), "load-"));
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let server: Mock;
beforeAll(async () => {
  server = await startMock({ port: 0, site: createReferenceHandler(folder) });
  browser = await launchBrowser();
});
afterAll(async () => {
  await server?.close();
  await browser?.close();
});

// As many operations as are documented today, and as many as the API has.
test.each([5, 100])(
  "with %i operations a page is readable and usable long before Redoc's, and nothing moves",
  async (size) => {
    await buildOurs(folder, size);
    await buildPlain(folder, size);
    const reference = await measureLoad(browser, `${server.url}/${size}/ours/${pages.ours}`);
    const { text = 0 } = await measureLoad(browser, `${server.url}/${size}/plain/${pages.plain}`);
    expect(reference.text).toBeLessThan(text / 3);
    expect(reference.console).toBeLessThan(text / 2);
    expect(reference.shift).toBeLessThanOrEqual(0.05);
  },
);
