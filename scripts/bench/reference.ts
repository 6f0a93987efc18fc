import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { contractFile } from "../contract.ts";
import { grownContract } from "./contract.ts";
import { runLighthouse } from "./lighthouse.ts";
import { buildPlain, type Load, measureLoads, measureTransfer, serveFolder } from "./load.ts";
import { medianOf, runScript } from "./measure.ts";
import type { Row } from "./row.ts";

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-reference-"));
  const browser = await launchBrowser();
  try {
    const [reference, plain] = [join(folder, "ours"), join(folder, "plain")];
    const builds = [];
    for (let time = 0; time < 3; time++) builds.push((await buildInto(reference)).seconds);
    await buildPlain(contractFile, plain);
    const plainPage = { name: "redocly build-docs", value: sumGzipped(plain, /./) };
    const loadable = sumGzipped(reference, /^operations\/getWebhookRelay\.html$|\.js$/);
    return [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: medianOf(builds), maximum: 2 },
      { figure: "an operation and all that it can load, gzipped", unit: "kB", ours: loadable, peer: plainPage },
      ...(await measureLargeContract(join(folder, "large"))),
      ...(await measureLoadTimes(browser, 5)),
      ...(await measureLoadTimes(browser, 300)),
      ...(await measureTransfers(browser, reference)),
      ...(await compareScores(reference)),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

/** Measures, at a thousand operations, the build, and what an operation loads before the reader asks for more. */
async function measureLargeContract(folder: string): Promise<Row[]> {
  const contract = `${folder}.yaml`;
  writeFileSync(contract, grownContract(1_000));
  const { seconds } = await buildInto(folder, "--contract", contract);
  const size = sumGzipped(folder, /^operations\/getWebhookRelay\.html$|^(page|playground)-\w+\.js$/);
  return [
    { figure: "building it, 1000 operations", unit: "s", ours: seconds, maximum: 12 },
    { figure: "what an operation loads first, gzipped, 1000 operations", unit: "kB", ours: size, maximum: 20 },
  ];
}

/** Measures loads at 1.6 Mbit/s, 150 ms and a quarter of the CPU: the median of three. */
async function measureLoadTimes(browser: Browser, operations: number): Promise<Row[]> {
  const results = await measureLoads(browser, operations, 3);
  const middle = (page: keyof (typeof results)[number], figure: keyof Load) =>
    medianOf(results.map((result) => result[page][figure] ?? Number.NaN));
  const nameOf = (figure: string) => `${figure}, ${operations} operations`;
  const text = middle("ours", "text");
  const peer = { name: "redocly build-docs", value: middle("plain", "text") };
  const ready = middle("ours", "console");
  return [
    { figure: nameOf("a deep link's text, slow phone"), unit: "ms", ours: text, maximum: 800 },
    { figure: nameOf("the same, compared with Redoc's"), unit: "ms", ours: text, peer },
    { figure: nameOf("console ready, compared with Redoc's text"), unit: "ms", ours: ready, peer, maximum: 0.5 },
    { figure: nameOf("layout shift"), unit: "", ours: middle("ours", "shift"), maximum: 0 },
    { figure: nameOf("long tasks after load"), unit: "ms", ours: middle("ours", "longTasks"), maximum: 0 },
  ];
}

const windows = [
  [1280, 720],
  [1920, 1080],
  [390, 844],
] as const;

/** Measures how much an operation loads before the reader asks for anything, in three windows. */
async function measureTransfers(browser: Browser, folder: string): Promise<Row[]> {
  const { address, close } = await serveFolder(folder);
  const rows: Row[] = [];
  for (const [width, height] of windows) {
    const size = await measureTransfer(browser, `${address}/operations/getWebhookRelay.html`, width, height);
    const figure = `what an operation loads before the reader asks, ${width} × ${height}`;
    rows.push({ figure, unit: "kB", ours: size, maximum: 60 });
  }
  close();
  return rows;
}

/** Measures Lighthouse's scores of two pages. Performance is compared with that of the same page without any script. */
async function compareScores(folder: string): Promise<Row[]> {
  const { address, close } = await serveFolder(folder);
  const rows: Row[] = [];
  try {
    for (const page of ["index.html", "operations/getWebhookRelay.html"]) {
      const text = page.replace(".html", ".text.html");
      const html = readFileSync(join(folder, page), "utf8");
      writeFileSync(join(folder, text), html.replaceAll(/<script\b.*?<\/script>/gs, ""));
      const [scores, plain] = [await runLighthouse(`${address}/${page}`), await runLighthouse(`${address}/${text}`)];
      const note = (name: keyof typeof scores, details: Partial<Row>) =>
        rows.push({ figure: `Lighthouse, ${page}, ${name}`, unit: "", ours: scores[name], ...details });
      for (const name of ["accessibility", "best-practices", "seo"] as const) note(name, { minimum: 100 });
      const minimum = Number(((plain.performance - 10) / plain.performance).toFixed(2));
      note("performance", { peer: { name: "without any script", value: plain.performance }, minimum });
    }
  } catch (error) {
    // Lighthouse needs a network.
    rows.push({ figure: "Lighthouse", unit: "", ours: Number.NaN, failed: (error as Error).message });
  } finally {
    close();
  }
  return rows;
}

const buildInto = (folder: string, ...args: string[]) => runScript("docs", ["--out", folder, ...args]);

/** Returns the gzipped size of the files whose paths match, in kB. */
const sumGzipped = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file) && statSync(join(folder, file)).isFile())
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);
