import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../browser.ts";
import { contractFile } from "../contract.ts";
import { redocly, root, run } from "../run.ts";
import { grownContract } from "./contract.ts";
import { lighthouse } from "./lighthouse.ts";
import { loads, sent, served } from "./load.ts";
import type { Row } from "./row.ts";

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-reference-"));
  const browser = await launchBrowser();
  try {
    const [ours, plain] = [join(folder, "ours"), join(folder, "plain")];
    const build = await median(3, () => timed(() => built(ours)));
    const { ok, output } = await redocly(
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
        ours: gzippedFiles(ours, /^operations\/getWebhookRelay\.html$|\.(js|css)$/),
        peer: peer(gzippedFiles(plain, /./)),
      },
      { figure: "what the search loads, gzipped", unit: "kB", ours: gzippedFiles(ours, /^search\.js$/) },
      {
        figure: "what the test server in a page loads, gzipped",
        unit: "kB",
        ours: gzippedFiles(ours, /^test-server-.*js$/),
      },
      ...(await largeRows(join(folder, "large"))),
      ...(await loadRows(browser, 5)),
      ...(await loadRows(browser, 300)),
      ...(await sentRows(browser, ours)),
      ...(await lighthouseRows(ours)),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

const peer = (value: number) => ({ name: "redocly build-docs", value });

/** At a thousand operations: how long it takes to build, and what an operation loads before the reader asks for more. */
async function largeRows(folder: string): Promise<Row[]> {
  const contract = `${folder}.yaml`;
  writeFileSync(contract, grownContract(1_000));
  const seconds = await timed(() => built(folder, "--contract", contract));
  const files = /^operations\/getWebhookRelay\.html$|^(theme|page|playground)-\w+\.(css|js)$/;
  return [
    { figure: "building it, 1000 operations", unit: "s", ours: seconds, bound: { most: 12 } },
    {
      ...{ figure: "what an operation loads first, gzipped, 1000 operations", unit: "kB" },
      ...{ ours: gzippedFiles(folder, files), bound: { most: 20 } },
    },
  ];
}

/** At 1.6 Mbit/s, 150 ms and a quarter of the CPU: the median of three. */
async function loadRows(browser: Browser, operations: number): Promise<Row[]> {
  const all = await loads(browser, operations, 3);
  const middle = (values: number[]) => values.sort((one, other) => one - other)[1] ?? Number.NaN;
  const of = (pick: (each: (typeof all)[number]) => number) => middle(all.map(pick));
  const at = (figure: string) => `${figure}, ${operations} operations`;
  const plain = peer(of((each) => each.plain.text));
  return [
    {
      figure: at("a deep link's text, slow phone"),
      unit: "ms",
      ours: of((each) => each.ours.text),
      bound: { most: 800 },
    },
    { figure: at("the same beside Redoc's"), unit: "ms", ours: of((each) => each.ours.text), peer: plain },
    {
      figure: at("console ready, beside Redoc's text"),
      unit: "ms",
      ours: of((each) => each.ours.console ?? Number.NaN),
      peer: plain,
      bound: { most: 0.5 },
    },
    { figure: at("layout shift"), unit: "", ours: of((each) => each.ours.shift), bound: { most: 0 } },
    { figure: at("long tasks after load"), unit: "ms", ours: of((each) => each.ours.longTasks), bound: { most: 0 } },
  ];
}

/** What an operation loads before the reader asks for anything, in three windows. */
async function sentRows(browser: Browser, folder: string): Promise<Row[]> {
  const { address, close } = await served(folder);
  const rows: Row[] = [];
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [390, 844],
  ] as const)
    rows.push({
      ...{ figure: `what an operation loads before the reader asks, ${width} × ${height}`, unit: "kB" },
      ...{
        ours: await sent(browser, `${address}/operations/getWebhookRelay.html`, width, height),
        bound: { most: 60 },
      },
    });
  close();
  return rows;
}

/** A page, and the same page without any script. */
async function lighthouseRows(folder: string): Promise<Row[]> {
  const { address, close } = await served(folder);
  const rows: Row[] = [];
  try {
    for (const page of ["index.html", "operations/getWebhookRelay.html"]) {
      const text = page.replace(".html", ".text.html");
      const html = readFileSync(join(folder, page), "utf8");
      writeFileSync(join(folder, text), html.replaceAll(/<script\b.*?<\/script>/gs, ""));
      const [ours, plain] = [await lighthouse(`${address}/${page}`), await lighthouse(`${address}/${text}`)];
      for (const name of ["accessibility", "best-practices", "seo"] as const)
        rows.push({ figure: `Lighthouse, ${page}, ${name}`, unit: "", ours: ours[name], bound: { least: 100 } });
      const without = { name: "without any script", value: plain.performance };
      const least = Number(((plain.performance - 10) / plain.performance).toFixed(2));
      rows.push({
        figure: `Lighthouse, ${page}, performance`,
        unit: "",
        ours: ours.performance,
        peer: without,
        bound: { least },
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

async function built(out: string, ...args: string[]): Promise<void> {
  const { ok, output } = await run(process.execPath, [
    "--import",
    "tsx",
    join(root, "scripts/docs.ts"),
    "--out",
    out,
    ...args,
  ]);
  if (!ok) throw new Error(output);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** The size of the files whose names match. */
const gzippedFiles = (folder: string, names: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file) && statSync(join(folder, file)).isFile())
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length / 1000, 0);

async function median(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let time = 0; time < times; time += 1) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}
