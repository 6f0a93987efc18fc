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
  Source,
} from "@redocly/openapi-core";
import { type Contract, parseYaml } from "../contract/document.ts";
import { type Outcome, root } from "../tools/run.ts";
import plugin from "./plugin.ts";

/** The configuration of `redocly lint`. */
const configFile = join(root, "openapi/redocly.yaml");

/** The rules of style: nothing that code depends on. */
export const styleRules: readonly string[] = [
  "contract/complete-examples",
  "contract/sentence-case",
  "operation-description",
  "parameter-description",
  "rule/component-description",
  "rule/header-description",
  "rule/property-description",
  "rule/request-body-description",
  "rule/response-description",
  "tag-description",
];

export type Severity = "error" | "warn";
const configs = new Map<Severity, Promise<Config>>();

type Rules = Record<string, string | { severity?: string }>;

function loadConfig(styleSeverity: Severity): Promise<Config> {
  const settings = parseYaml(readFileSync(configFile, "utf8")) as Record<"rules" | "oas3_1Rules", Rules>;
  const withSeverity = (rules: Rules): Rules =>
    Object.fromEntries(
      Object.entries(rules).map(([name, rule]) => {
        if (!styleRules.includes(name)) return [name, rule];
        return [name, typeof rule === "object" ? { ...rule, severity: styleSeverity } : styleSeverity];
      }),
    );
  return createConfig({
    ...settings,
    rules: withSeverity(settings.rules),
    oas3_1Rules: withSeverity(settings.oas3_1Rules),
    // Redocly would import the plugin itself, and a test has no loader for TypeScript there.
    plugins: [plugin()],
  } as never);
}

function configWith(styleSeverity: Severity): Promise<Config> {
  const config = configs.get(styleSeverity) ?? loadConfig(styleSeverity);
  configs.set(styleSeverity, config);
  return config;
}

/** An error that the lint reports: a JSON pointer, and the sentence of the rule. */
export interface LintError {
  place: string;
  message: string;
}

/** Returns the errors of a contract that isn't written yet. References are relative to `file`. */
export async function findErrors(contract: Contract, file: string): Promise<LintError[]> {
  const problems = await lintDocument({
    document: { source: new Source(resolve(file), ""), parsed: contract },
    config: await configWith("error"),
    externalRefResolver: new BaseResolver(),
  });
  return problems
    .filter(({ severity }) => severity === "error")
    .map(({ location, message }) => ({ place: location[0]?.pointer ?? "#/", message }));
}

/**
 * Lints documents in this process, with Redocly's rules and ours. The output is that of `redocly lint`.
 * @param styleSeverity How problems of style are reported. A document with warnings alone is valid.
 */
export async function redoclyLint(files: readonly string[], styleSeverity: Severity = "error"): Promise<Outcome> {
  const config = await configWith(styleSeverity);
  const outcomes = await Promise.all(files.map((file) => lintFile(file, config)));
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
