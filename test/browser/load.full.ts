import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildOurs, buildPlain, measureLoad, paths } from "../../scripts/bench/load.ts";
import { createReferenceHandler } from "../../scripts/serve.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";

type Load = Awaited<ReturnType<typeof measureLoad>>;

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

test.each([5, 300])(
  "with %i operations a page is readable and usable long before Redoc's, and nothing moves",
  { timeout: 600_000 },
  async (size) => {
    await buildOurs(folder, size);
    await buildPlain(folder, size);
    const loads = { ours: [] as Load[], plain: [] as Load[] };
    // Other tests run at the same time: the best of several loads is compared.
    for (let round = 0; round < 2; round++) {
      for (const name of ["ours", "plain"] as const) {
        loads[name].push(await measureLoad(browser, `${server.url}/${size}/${name}/${paths[name]}`));
      }
    }
    const best = (name: keyof typeof loads, figure: keyof Load) =>
      Math.min(...loads[name].map((load) => load[figure] ?? Infinity));
    expect(best("ours", "text")).toBeLessThan(best("plain", "text") / 3);
    expect(best("ours", "console")).toBeLessThan(best("plain", "text") / 2);
    for (const { shift } of loads.ours) expect(shift).toBeLessThanOrEqual(0.05);
  },
);
