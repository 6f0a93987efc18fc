import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { startMock } from "../../src/mock/index.ts";
import { launchBrowser } from "../tools/browser.ts";
import { readIfPresent } from "../tools/file.ts";
import { outputOf, runRedocly } from "../tools/run.ts";
import { grownContract } from "./contract.ts";
import { compareInTurn, type Measurement, runScript } from "./measure.ts";
import { pages, visit } from "./visit.ts";

/** Compares the reference with the plain page that Redocly makes of the same contract. */
export async function rows(folder: string): Promise<Measurement[]> {
  const { url: address, close } = await startMock({ port: 0, site: createStaticHost(folder) });
  const browser = await launchBrowser();
  try {
    const build = await buildOurs(folder, 5);
    const buildLarge = await buildOurs(folder, 1_000);
    await buildOurs(folder, 300);
    for (const operations of [5, 300]) await buildPlain(folder, operations);
    const figures: Measurement[] = [
      { figure: "building it, from `npm run docs` to the end", unit: "s", ours: build, maximum: 2 },
      { figure: "building it, 1000 operations", unit: "s", ours: buildLarge, maximum: 12 },
      ...(await compareVisits(browser, `${address}/5`, "5 operations")),
      ...(await compareVisits(browser, `${address}/300`, "300 operations")),
    ];
    for (const operations of [5, 1_000]) {
      const { kilobytes } = await visit(browser, `${address}/${operations}/ours/${pages.ours}`);
      const figure = `what an operation loads before the reader asks, ${operations} operations`;
      figures.push({ figure, unit: "kB", ours: kilobytes, maximum: 20 });
    }
    return figures;
  } finally {
    await close();
    await browser.close();
  }
}

const mediaTypes: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** Serves a folder as static hosts do, compressed. */
const createStaticHost =
  (folder: string) => (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(`${request.url}`, "http://localhost");
    const file = join(folder, pathname.replace(/\/$/, "/index.html"));
    const text = readIfPresent(file);
    if (text === undefined) return false;
    const mediaType = mediaTypes[extname(file)] ?? "application/json";
    const headers = { "content-type": `${mediaType}; charset=utf-8`, "content-encoding": "gzip" };
    response.writeHead(200, headers).end(gzipSync(text));
    return true;
  };

/**
 * Builds the reference of a contract with so many operations. Returns how long `npm run docs`
 * takes, in seconds.
 */
async function buildOurs(folder: string, operations: number): Promise<number> {
  const contract = join(folder, `${operations}.yaml`);
  writeFileSync(contract, grownContract(operations));
  return (
    await runScript("docs", ["--contract", contract, "--out", join(folder, `${operations}/ours`)])
  ).seconds;
}

const buildPlain = (folder: string, operations: number): Promise<string> => {
  const page = join(folder, `${operations}/plain/index.html`);
  return outputOf(
    runRedocly(["build-docs", join(folder, `${operations}.yaml`), "--inlineBundle", "-o", page]),
  );
};

/** Compares three visits of an operation with those of Redoc's page. The medians count. */
async function compareVisits(
  browser: Browser,
  address: string,
  size: string,
): Promise<Measurement[]> {
  const visitOurs = () => visit(browser, `${address}/ours/${pages.ours}`);
  const visitPlain = () => visit(browser, `${address}/plain/${pages.plain}`);
  const withRedoc = await compareInTurn(3, "redocly build-docs", visitOurs, visitPlain);
  const text = {
    figure: `a deep link's text, slow phone, ${size}`,
    unit: "ms",
    ours: withRedoc("text").ours,
  };
  return [
    { ...text, maximum: 800 },
    { ...text, ...withRedoc("text") },
    { figure: `console ready, ${size}`, unit: "ms", ...withRedoc("console", "text"), maximum: 0.5 },
    { figure: `layout shift, ${size}`, unit: "", ours: withRedoc("shift").ours, maximum: 0 },
    {
      figure: `long tasks after load, ${size}`,
      unit: "ms",
      ours: withRedoc("longTasks").ours,
      maximum: 0,
    },
  ];
}
