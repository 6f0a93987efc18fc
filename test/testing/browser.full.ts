import { build } from "esbuild";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { root } from "../../scripts/tools/run.ts";

/** Bundles the test server as one script, for a runtime that has `fetch` and nothing else of Node. */
const bundle = () =>
  build({
    stdin: { contents: 'export { createTestServer } from "./src/testing/index.ts"', resolveDir: root },
    bundle: true,
    format: "iife",
    globalName: "testing",
    platform: "neutral",
    metafile: true,
    write: false,
  });

test("the test server imports nothing: neither Node nor a dependency", async () => {
  const { metafile } = await bundle();
  const inputs = Object.keys(metafile.inputs).filter((input) => input !== "<stdin>");
  expect(inputs.length).toBeGreaterThan(5);
  expect(inputs.filter((input) => !/^(src\/(core|openapi|testing)|generated)\//.test(input))).toEqual([]);
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
});

test("the test server responds in a browser, including faults and sequences", async () => {
  const { outputFiles } = await bundle();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    const answers = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: the bundle is a global of the page
      const server = (globalThis as any).testing.createTestServer();
      server.on.listTokens.fail("reset", 1).fail("truncate", 1).fail(503, 1).reply("empty");
      const outcomes: unknown[] = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        try {
          const response = await server.fetch("https://phone-agent.test/api/v2/tokens?token=t");
          outcomes.push(response.status, await response.json());
        } catch (error) {
          outcomes.push((error as Error).name);
        }
      }
      return outcomes;
    });
    expect(answers).toEqual(["TypeError", "TypeError", 503, null, 200, fixtures.listTokens.empty]);
  } finally {
    await browser.close();
  }
});
