import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { type Mock, startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { launchBrowser } from "../../scripts/tools/browser.ts";
import { root } from "../../scripts/tools/run.ts";
import { installPacked, run } from "./packed.ts";

const tokens = fixtures.listTokens["every-field"].tokens.length;
const expected = {
  tokens,
  relay: "https://example.com/relay",
  deleted: true,
  rooms: fixtures.listJunkInbox["every-field"].rooms.map(({ roomId }) => roomId),
  date: "2023-11-14T22:13:20.000Z",
  http: [tokens, ""],
  missing: "http",
  garbage: "unexpected-content",
  redirect: "http",
  stalled: "timeout",
  aborted: "aborted",
  testServer: [0, null, 503, 200, 200],
};

let folder: string;
let mock: Mock;
beforeAll(async () => {
  // The browser's page needs an address with the mock's origin.
  const site: NonNullable<Parameters<typeof startMock>[0]>["site"] = ({ url }, response) => {
    if (url === "/")
      response.setHeader("content-type", "text/html").end("<!doctype html><title>Smoke</title>");
    return url === "/";
  };
  mock = await startMock({ port: 0, logLevel: "silent", site });
  ({ folder } = await installPacked());
  await copyFile(join(import.meta.dirname, "smoke.mjs"), join(folder, "smoke.mjs"));
  await copyFile(join(root, "test/samples/recipes/commonjs.cjs"), join(folder, "commonjs.cjs"));
  const main = `import { smoke } from "./smoke.mjs"; console.log(JSON.stringify(await smoke("${mock.url}")));`;
  await writeFile(join(folder, "main.mjs"), main);
  const require = `for (const entry of ["", "/http", "/testing", "/validate", "/mock"])
    console.log(Object.keys(require("phone-agent-api" + entry)).length > 0);`;
  await writeFile(join(folder, "require.cjs"), require);
});
afterAll(() => mock?.close());

/** Fetches a version of Node, which has more than 100 MB, and returns the path of its program. */
async function fetchNode(version: string, skip: (reason: string) => never): Promise<string> {
  try {
    const { stdout } = await run("npx", ["-y", `node@${version}`, "-p", "process.execPath"], {
      timeout: 120_000,
    });
    return stdout.trim();
  } catch (error) {
    return skip(`Node ${version} can't be fetched here: ${String(error).slice(0, 200)}`);
  }
}

// The oldest, the first that requires modules without a flag, and the last two.
test.for(["20.19.0", "22.12.0", "24", "26"])(
  "the packed package works on Node %s, imported and required",
  async (version, { skip }) => {
    const node = await fetchNode(version, skip);
    const { stdout } = await run(node, ["main.mjs"], { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(expected);
    expect((await run(node, ["require.cjs"], { cwd: folder })).stdout).toBe("true\n".repeat(5));
    const env = { PHONE_AGENT_BASE_URL: mock.url, PHONE_AGENT_TOKEN: "token-of-a-test" };
    expect((await run(node, ["commonjs.cjs"], { cwd: folder, env })).stdout).toBe(
      `${tokens} tokens\n`,
    );
  },
);

test("the packed package works in a browser, from one bundle", async () => {
  const contents = `import { smoke } from "./smoke.mjs"; globalThis.smoke = smoke;`;
  const stdin = { contents, resolveDir: folder };
  const { outputFiles } = await build({
    stdin,
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false,
  });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(mock.url);
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    expect(await page.evaluate(`smoke("${mock.url}")`)).toEqual(expected);
  } finally {
    await browser.close();
  }
});
