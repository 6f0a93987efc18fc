import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { renderRedoc } from "../../scripts/docs/redocly.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { contractWith } from "../scripts/contract-copy.ts";

test("a script in a description of the contract doesn't run in Redoc", async () => {
  const contract = contractWith((copy) => {
    copy.info.description = '<img src="x" onerror="document.title = 1"><script>document.title = 2</script> Words.';
  });
  const file = join(mkdtempSync(join(tmpdir(), "redoc-")), "redoc.html");
  writeFileSync(file, await renderRedoc(contract));
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${pathToFileURL(file)}`);
  await page.getByText("Words.").first().waitFor();
  expect(await page.title()).toBe(`${contract.info.title}, in Redoc`);
  await browser.close();
});
