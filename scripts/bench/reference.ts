import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { findBrowser, launchBrowser } from "../browser.ts";
import { outputOf, run } from "../run.ts";
import { buildOurs, buildPlain, type Load, measureLoad, paths, serveFolder } from "./load.ts";
import { medianOf } from "./measure.ts";
import type { Row } from "./row.ts";

const windows = [
  [1280, 720],
  [1920, 1080],
  [390, 844],
];

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-reference-"));
  const { address, close } = await serveFolder(folder);
  const browser = await launchBrowser();
  try {
    const builds = [];
    for (let time = 0; time < 3; time++) builds.push(await buildOurs(folder, 5));
    const buildLarge = await buildOurs(folder, 1_000);
    await buildOurs(folder, 300);
    for (const operations of [5, 300]) await buildPlain(folder, operations);
    const loadable = sumGzipped(join(folder, "5/ours"), /^operations\/getWebhookRelay\.html$|\.js$/);
    const plainPage = { name: "redocly build-docs", value: sumGzipped(join(folder, "5/plain"), /./) };
    const firstFiles = /^operations\/getWebhookRelay\.html$|^(page|playground)-\w+\.js$/;
    const firstLoad = { unit: "kB", ours: sumGzipped(join(folder, "1000/ours"), firstFiles), maximum: 20 };
    const figures: Row[] = [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: medianOf(builds), maximum: 2 },
      { figure: "building it, 1000 operations", unit: "s", ours: buildLarge, maximum: 12 },
      { figure: "an operation and all that it can load, gzipped", unit: "kB", ours: loadable, peer: plainPage },
      { figure: "what an operation loads first, gzipped, 1000 operations", ...firstLoad },
      ...(await compareLoads(browser, `${address}/5`, "5 operations")),
      ...(await compareLoads(browser, `${address}/300`, "300 operations")),
    ];
    for (const [width = 0, height = 0] of windows) {
      const { kilobytes } = await measureLoad(browser, `${address}/5/ours/${paths.ours}`, [width, height]);
      const figure = `what an operation loads before the reader asks, ${width} × ${height}`;
      figures.push({ figure, unit: "kB", ours: kilobytes, maximum: 60 });
    }
    for (const page of ["index.html", paths.ours]) figures.push(...(await compareScores(folder, address, page)));
    return figures;
  } finally {
    close();
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Compares three loads of an operation with those of Redoc's page. The medians count. */
async function compareLoads(browser: Browser, address: string, size: string): Promise<Row[]> {
  const ourLoads: Load[] = [];
  const plainLoads: Load[] = [];
  for (let time = 0; time < 3; time++) {
    ourLoads.push(await measureLoad(browser, `${address}/ours/${paths.ours}`));
    plainLoads.push(await measureLoad(browser, `${address}/plain/${paths.plain}`));
  }
  const median = (loads: Load[], figure: keyof Load) => medianOf(loads.map((load) => load[figure] ?? Number.NaN));
  const text = median(ourLoads, "text");
  const peer = { name: "redocly build-docs", value: median(plainLoads, "text") };
  return [
    { figure: `a deep link's text, slow phone, ${size}`, unit: "ms", ours: text, maximum: 800 },
    { figure: `a deep link's text, slow phone, ${size}`, unit: "ms", ours: text, peer },
    { figure: `console ready, ${size}`, unit: "ms", ours: median(ourLoads, "console"), peer, maximum: 0.5 },
    { figure: `layout shift, ${size}`, unit: "", ours: median(ourLoads, "shift"), maximum: 0 },
    { figure: `long tasks after load, ${size}`, unit: "ms", ours: median(ourLoads, "longTasks"), maximum: 0 },
  ];
}

/** Compares Lighthouse's scores of a page with full marks, and its performance with that of its text alone. */
async function compareScores(folder: string, address: string, page: string): Promise<Row[]> {
  const text = page.replace(".html", ".text.html");
  const html = readFileSync(join(folder, "5/ours", page), "utf8");
  writeFileSync(join(folder, "5/ours", text), html.replaceAll(/<script\b.*?<\/script>/gs, ""));
  try {
    const scores = await runLighthouse(`${address}/5/ours/${page}`, folder);
    const { performance = 0 } = await runLighthouse(`${address}/5/ours/${text}`, folder);
    return Object.entries(scores).map(([category, score]): Row => {
      const row = { figure: `Lighthouse, ${page}, ${category}`, unit: "", ours: score };
      if (category !== "performance") return { ...row, minimum: 100 };
      return { ...row, peer: { name: "the page without scripts", value: performance }, minimum: 1 - 10 / performance };
    });
  } catch (error) {
    // Lighthouse needs a network.
    return [{ figure: `Lighthouse, ${page}: ${(error as Error).message}`, unit: "", ours: Number.NaN, minimum: 100 }];
  }
}

/** Returns Lighthouse's scores of a page on a phone, from 0 to 100. npx fetches Lighthouse, which is no dependency. */
async function runLighthouse(address: string, folder: string): Promise<Record<string, number>> {
  const report = join(folder, "lighthouse.json");
  // The newest that runs on Node 20.
  const args = ["--yes", "lighthouse@12.8.2", address, "--quiet", "--output=json", `--output-path=${report}`];
  const categoryOption = "--only-categories=performance,accessibility,best-practices,seo";
  const options = [categoryOption, "--chrome-flags=--headless=new --no-sandbox"];
  await outputOf(run("npx", [...args, ...options], { CHROME_PATH: await findBrowser() }));
  const { categories } = JSON.parse(readFileSync(report, "utf8")) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
}

/** Returns the gzipped size of the files whose paths match, in kB. */
const sumGzipped = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file) && statSync(join(folder, file)).isFile())
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1_000, 0);
