import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Config, createConfig, formatProblems, getTotals, lint, logger } from "@redocly/openapi-core";
import { parseYaml } from "../contract.ts";
import { type Outcome, root } from "../tools/run.ts";
import plugin from "./plugin.ts";

/** The configuration of `redocly lint`. */
const configFile = join(root, "openapi/redocly.yaml");

let config: Promise<Config> | undefined;

/** Lints documents in this process, with Redocly's rules and ours. The output is that of `redocly lint`. */
export async function redoclyLint(files: readonly string[]): Promise<Outcome> {
  // Redocly would import the plugin itself, and a test has no loader for TypeScript there.
  config ??= createConfig({ ...(parseYaml(readFileSync(configFile, "utf8")) as object), plugins: [plugin()] } as never);
  const loadedConfig = await config;
  const outcomes = await Promise.all(files.map((file) => lintFile(file, loadedConfig)));
  const output = outcomes.map((outcome) => outcome.output).join("\n");
  return { ok: outcomes.every(({ ok }) => ok), output: output.trim() };
}

async function lintFile(ref: string, config: Config): Promise<Outcome> {
  try {
    const problems = await lint({ ref, config });
    const totals = getTotals(problems);
    const output = captureOutput(() => formatProblems(problems, { totals, version: "", cwd: root, color: false }));
    return { ok: totals.errors === 0, output };
  } catch (error) {
    return { ok: false, output: `Can't read ${relative(root, ref)}: ${(error as Error).message}` };
  }
}

/** Returns what Redocly prints while `print` runs: Redocly formats nothing without printing it. */
function captureOutput(print: () => void): string {
  const texts: string[] = [];
  const { output } = logger;
  logger.output = (text) => texts.push(text) > 0;
  print();
  logger.output = output;
  return texts.join("").trim();
}
