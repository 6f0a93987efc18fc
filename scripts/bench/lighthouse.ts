import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "../browser.ts";
import { outputOf, run } from "../run.ts";

// The newest that runs on Node 20.
const version = "12.8.2";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Scores = Record<(typeof categories)[number], number>;

/**
 * Returns Lighthouse's scores of a page on a phone, from 0 to 100. npx fetches Lighthouse, which is no dependency.
 * @throws Error if Lighthouse can't be fetched or run.
 */
export async function runLighthouse(address: string): Promise<Scores> {
  const folder = mkdtempSync(join(tmpdir(), "bench-lighthouse-"));
  const report = join(folder, "report.json");
  try {
    const args = ["--yes", `lighthouse@${version}`, address, "--quiet", "--output=json", `--output-path=${report}`];
    const options = [`--only-categories=${categories.join(",")}`, "--chrome-flags=--headless=new --no-sandbox"];
    await outputOf(run("npx", [...args, ...options], { CHROME_PATH: await findBrowser() }));
    const { categories: results } = JSON.parse(readFileSync(report, "utf8")) as {
      categories: Record<string, { score: number }>;
    };
    return Object.fromEntries(
      categories.map((name) => [name, Math.round((results[name]?.score ?? 0) * 100)]),
    ) as Scores;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
