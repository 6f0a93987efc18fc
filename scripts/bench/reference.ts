import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { contractFile } from "../contract.ts";
import { root, run, runRedocly } from "../run.ts";
import { grownContract } from "./contract.ts";
import { runLighthouse } from "./lighthouse.ts";
import { measureLoads, measureTransfer, serveFolder } from "./load.ts";
import type { Row } from "./row.ts";

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-reference-"));
  const browser = await launchBrowser();
  try {
    const [reference, plain] = [join(folder, "ours"), join(folder, "plain")];
    const build = await measureMedian(3, () => measureSeconds(() => buildInto(reference)));
    const { ok, output } = await runRedocly(
      ["build-docs", contractFile, "--inlineBundle", "-o", `${plain}/index.html`],
      {},
      false,
    );
    if (!ok) throw new Error(output);
    return [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: build, bound: { most: 2 } },
      {
        figure: "an operation and all that it can load, gzipped",
        unit: "kB",
        ours: sumGzipped(reference, /^operations\/getWebhookRelay\.html$|\.js$/),
        peer: peerOf(sumGzipped(plain, /./)),
      },
      { figure: "what the search loads, gzipped", unit: "kB", ours: sumGzipped(reference, /^search\.js$/) },
      {
        figure: "what the test server in a page loads, gzipped",
        unit: "kB",
        ours: sumGzipped(reference, /^test-server-.*js$/),
      },
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

const peerOf = (value: number) => ({ name: "redocly build-docs", value });

/** Measures, at a thousand operations, the build, and what an operation loads before the reader asks for more. */
async function measureLargeContract(folder: string): Promise<Row[]> {
  const contract = `${folder}.yaml`;
  writeFileSync(contract, grownContract(1_000));
  const seconds = await measureSeconds(() => buildInto(folder, "--contract", contract));
  const files = /^operations\/getWebhookRelay\.html$|^(page|playground)-\w+\.js$/;
  return [
    { figure: "building it, 1000 operations", unit: "s", ours: seconds, bound: { most: 12 } },
    {
      ...{ figure: "what an operation loads first, gzipped, 1000 operations", unit: "kB" },
      ...{ ours: sumGzipped(folder, files), bound: { most: 20 } },
    },
  ];
}

/** Measures loads at 1.6 Mbit/s, 150 ms and a quarter of the CPU: the median of three. */
async function measureLoadTimes(browser: Browser, operations: number): Promise<Row[]> {
  const results = await measureLoads(browser, operations, 3);
  const middle = (values: number[]) => values.sort((a, b) => a - b)[1] ?? Number.NaN;
  const medianOf = (pick: (result: (typeof results)[number]) => number) => middle(results.map(pick));
  const nameOf = (figure: string) => `${figure}, ${operations} operations`;
  const plain = peerOf(medianOf((result) => result.plain.text));
  return [
    {
      figure: nameOf("a deep link's text, slow phone"),
      unit: "ms",
      ours: medianOf((result) => result.ours.text),
      bound: { most: 800 },
    },
    {
      figure: nameOf("the same, compared with Redoc's"),
      unit: "ms",
      ours: medianOf((result) => result.ours.text),
      peer: plain,
    },
    {
      figure: nameOf("console ready, compared with Redoc's text"),
      unit: "ms",
      ours: medianOf((result) => result.ours.console ?? Number.NaN),
      peer: plain,
      bound: { most: 0.5 },
    },
    { figure: nameOf("layout shift"), unit: "", ours: medianOf((result) => result.ours.shift), bound: { most: 0 } },
    {
      figure: nameOf("long tasks after load"),
      unit: "ms",
      ours: medianOf((result) => result.ours.longTasks),
      bound: { most: 0 },
    },
  ];
}

/** Measures how much an operation loads before the reader asks for anything, in three windows. */
async function measureTransfers(browser: Browser, folder: string): Promise<Row[]> {
  const { address, close } = await serveFolder(folder);
  const rows: Row[] = [];
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [390, 844],
  ] as const)
    rows.push({
      ...{ figure: `what an operation loads before the reader asks, ${width} × ${height}`, unit: "kB" },
      ...{
        ours: await measureTransfer(browser, `${address}/operations/getWebhookRelay.html`, width, height),
        bound: { most: 60 },
      },
    });
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
      for (const name of ["accessibility", "best-practices", "seo"] as const)
        rows.push({ figure: `Lighthouse, ${page}, ${name}`, unit: "", ours: scores[name], bound: { least: 100 } });
      const plainPage = { name: "without any script", value: plain.performance };
      const minimum = Number(((plain.performance - 10) / plain.performance).toFixed(2));
      rows.push({
        figure: `Lighthouse, ${page}, performance`,
        unit: "",
        ours: scores.performance,
        peer: plainPage,
        bound: { least: minimum },
      });
    }
  } catch (error) {
    // Lighthouse needs a network.
    rows.push({ figure: "Lighthouse", unit: "", ours: Number.NaN, failed: (error as Error).message });
  } finally {
    close();
  }
  return rows;
}

async function buildInto(folder: string, ...args: string[]): Promise<void> {
  const { ok, output } = await run(process.execPath, [
    "--import",
    "tsx",
    join(root, "scripts/docs.ts"),
    "--out",
    folder,
    ...args,
  ]);
  if (!ok) throw new Error(output);
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Returns the gzipped size of the files whose paths match, in kB. */
const sumGzipped = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file) && statSync(join(folder, file)).isFile())
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);

async function measureMedian(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
