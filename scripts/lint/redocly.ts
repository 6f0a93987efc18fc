import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import {
  BaseResolver,
  type Config,
  createConfig,
  formatProblems,
  getTotals,
  lint,
  lintDocument,
  logger,
  type NormalizedProblem,
  Source,
} from "@redocly/openapi-core";
import { escapeLines } from "../../src/core/text.ts";
import { type Contract, contractFile, parseYaml } from "../contract/document.ts";
import { type Outcome, root } from "../tools/run.ts";
import plugin from "./plugin.ts";

const configFile = join(root, "openapi/redocly.yaml");

/** The rules of style: nothing that code depends on. */
export const styleRules = /-(description|summary)$|^contract\/complete-examples$/;

export type Severity = "error" | "warn";

let config: Promise<Config> | undefined;

const loadConfig = (): Promise<Config> =>
  (config ??= createConfig({
    ...(parseYaml(readFileSync(configFile, "utf8")) as object),
    // Redocly would import the plugin itself, and a test has no loader for TypeScript there.
    plugins: [plugin()],
  } as never));

/** An error that the lint reports: a JSON pointer, and the sentence of the rule. */
export interface LintError {
  place: string;
  message: string;
}

/** Returns the errors of a contract that isn't written yet. References are relative to `file`. */
export async function findErrors(contract: Contract, file: string): Promise<LintError[]> {
  const problems = await lintDocument({
    document: { source: new Source(resolve(file), ""), parsed: contract },
    config: await loadConfig(),
    externalRefResolver: new BaseResolver(),
  });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ location, message }) => ({ place: location[0]?.pointer ?? "#/", message }));
}

/**
 * Checks the contract and its workflows with Redocly's strictest preset and our own rules, in this
 * process. The output is that of `redocly lint`.
 * @param styleSeverity How problems of style are reported. A document with warnings alone is valid.
 */
export async function lintContract(
  files = contractFiles,
  styleSeverity: Severity = "error",
): Promise<Outcome> {
  const outcomes = await Promise.all(files.map((file) => lintFile(file, styleSeverity)));
  const output = outcomes.map((outcome) => outcome.output).join("\n");
  return { ok: outcomes.every(({ ok }) => ok), output: output.trim() };
}

const contractFiles = [contractFile, join(root, "openapi/contract.arazzo.yaml")];

async function lintFile(ref: string, styleSeverity: Severity): Promise<Outcome> {
  try {
    const problems = (await lint({ ref, config: await loadConfig() })).map(
      (problem): NormalizedProblem =>
        styleRules.test(problem.ruleId) ? { ...problem, severity: styleSeverity } : problem,
    );
    const totals = getTotals(problems);
    const output = captureOutput(() =>
      formatProblems(problems, { totals, version: "", cwd: root, color: false }),
    );
    return { ok: totals.errors === 0, output: escapeLines(output) };
  } catch (error) {
    return {
      ok: false,
      output: escapeLines(`Can't read ${relative(root, ref)}: ${(error as Error).message}`),
    };
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
