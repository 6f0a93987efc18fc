import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { startMock } from "../../src/mock/index.ts";
import { createReferenceHandler } from "../serve.ts";
import { findBrowser, hasSandbox, launchBrowser } from "../tools/browser.ts";
import { outputOf, run } from "../tools/run.ts";
import { buildOurs, buildPlain, measureLoad, pages } from "./load.ts";
import { compareInTurn, type Measurement, medianOf } from "./measure.ts";

// An operation's load in a window may take so many kB.
const transfers = [
  { operations: 5, width: 1280, height: 720, maximum: 60 },
  { operations: 5, width: 1920, height: 1080, maximum: 60 },
  { operations: 5, width: 390, height: 844, maximum: 60 },
  { operations: 1_000, width: 390, height: 844, maximum: 20 },
];

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(folder: string): Promise<Measurement[]> {
  const { url: address, close } = await startMock({ port: 0, site: createReferenceHandler(folder) });
  const browser = await launchBrowser();
  try {
    const builds = [];
    for (let time = 0; time < 3; time++) builds.push(await buildOurs(folder, 5));
    const buildLarge = await buildOurs(folder, 1_000);
    await buildOurs(folder, 300);
    for (const operations of [5, 300]) await buildPlain(folder, operations);
    const reference = join(folder, "5/ours");
    const scripts = readdirSync(reference).filter((name) => name.endsWith(".js"));
    const loadable = sumGzipped(reference, [pages.ours, ...scripts]);
    const plainPage = { name: "redocly build-docs", value: sumGzipped(join(folder, "5/plain"), ["index.html"]) };
    const figures: Measurement[] = [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: medianOf(builds), maximum: 2 },
      { figure: "building it, 1000 operations", unit: "s", ours: buildLarge, maximum: 12 },
      { figure: "an operation and all that it can load, gzipped", unit: "kB", ours: loadable, peer: plainPage },
      ...(await compareLoads(browser, `${address}/5`, "5 operations")),
      ...(await compareLoads(browser, `${address}/300`, "300 operations")),
    ];
    for (const { operations, width, height, maximum } of transfers) {
      const { kilobytes } = await measureLoad(browser, `${address}/${operations}/ours/${pages.ours}`, width, height);
      const figure = `what an operation loads before the reader asks, ${operations} operations, ${width} × ${height}`;
      figures.push({ figure, unit: "kB", ours: kilobytes, maximum });
    }
    for (const page of ["index.html", pages.ours]) figures.push(...(await compareScores(folder, address, page)));
    return figures;
  } finally {
    await close();
    await browser.close();
  }
}

/** Compares three loads of an operation with those of Redoc's page. The medians count. */
async function compareLoads(browser: Browser, address: string, size: string): Promise<Measurement[]> {
  const measureOurs = () => measureLoad(browser, `${address}/ours/${pages.ours}`);
  const measurePlain = () => measureLoad(browser, `${address}/plain/${pages.plain}`);
  const withRedoc = await compareInTurn(3, "redocly build-docs", measureOurs, measurePlain);
  const text = { figure: `a deep link's text, slow phone, ${size}`, unit: "ms", ours: withRedoc("text").ours };
  return [
    { ...text, maximum: 800 },
    { ...text, ...withRedoc("text") },
    { figure: `console ready, ${size}`, unit: "ms", ...withRedoc("console", "text"), maximum: 0.5 },
    { figure: `layout shift, ${size}`, unit: "", ours: withRedoc("shift").ours, maximum: 0 },
    { figure: `long tasks after load, ${size}`, unit: "ms", ours: withRedoc("longTasks").ours, maximum: 0 },
  ];
}

/** Compares Lighthouse's scores of a page with full marks, and its performance with that of its text alone. */
async function compareScores(folder: string, address: string, page: string): Promise<Measurement[]> {
  const text = page.replace(".html", ".text.html");
  const html = readFileSync(join(folder, "5/ours", page), "utf8");
  writeFileSync(join(folder, "5/ours", text), html.replaceAll(/<script\b.*?<\/script>/gs, ""));
  try {
    const scores = await runLighthouse(`${address}/5/ours/${page}`, folder);
    const { performance = 0 } = await runLighthouse(`${address}/5/ours/${text}`, folder);
    return Object.entries(scores).map(([category, score]): Measurement => {
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
  const options = [categoryOption, `--chrome-flags=--headless=new${hasSandbox() ? "" : " --no-sandbox"}`];
  await outputOf(run("npx", [...args, ...options], { CHROME_PATH: await findBrowser() }));
  const { categories } = JSON.parse(readFileSync(report, "utf8")) as { categories: Record<string, { score: number }> };
  return Object.fromEntries(Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]));
}

/** Returns the gzipped size of files together, in kB. */
const sumGzipped = (folder: string, files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1_000, 0);
