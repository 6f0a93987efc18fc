import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { contractFile } from "../contract.ts";
import { redocly, root, run } from "../run.ts";
import { referenceHandler } from "../serve.ts";
import type { Row } from "./row.ts";

/** The reference beside the plain page that Redocly makes of the same contract. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-reference-"));
  try {
    const [ours, plain] = [join(folder, "ours"), join(folder, "plain")];
    const build = await median(3, () => timed(() => built(ours)));
    const { ok, output } = await redocly(
      ["build-docs", contractFile, "--inlineBundle", "-o", `${plain}/index.html`],
      {},
      false,
    );
    if (!ok) throw new Error(output);
    const browser = await launchBrowser();
    const [paint, plainPaint] = [await firstPaint(browser, ours), await firstPaint(browser, plain)];
    await browser.close();
    const peer = (value: number) => ({ name: "redocly build-docs", value });
    return [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: build, bound: { most: 3 } },
      {
        figure: "the page and what it loads, gzipped",
        unit: "kB",
        ours: size(ours),
        peer: peer(size(plain)),
        bound: { most: 1.1 },
      },
      { figure: "first text in Chromium", unit: "ms", ours: paint, peer: peer(plainPaint) },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function built(out: string): Promise<void> {
  const { ok, output } = await run(process.execPath, ["--import", "tsx", join(root, "scripts/docs.ts"), "--out", out]);
  if (!ok) throw new Error(output);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** The page, with the scripts and styles beside it. */
const size = (folder: string) =>
  readdirSync(folder)
    .filter((file) => /^index\.html$|\.(js|css)$/.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);

async function firstPaint(browser: Browser, folder: string): Promise<number> {
  const handle = referenceHandler(folder);
  const server = createServer((request, response) => {
    if (!handle(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const paint = await median(5, async () => {
    const page = await browser.newPage();
    await page.goto(address);
    const time = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
    await page.close();
    return time;
  });
  server.close();
  return paint;
}

async function median(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
