import { basename, join } from "node:path";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { describeUnknown } from "../src/core/text.ts";
import { readText } from "../src/platform/files.ts";
import type { Contract, Json } from "./contract/document.ts";
import { editYaml } from "./contract/edit.ts";
import { findErrors, lintContract, type Severity } from "./lint/redocly.ts";
import { consumersFolder, installConsumers } from "./tools/consumers.ts";
import { replaceFile } from "./tools/file.ts";
import { writeFrozen } from "./tools/frozen.ts";
import { type Outcome, run, runBin, runIfMain } from "./tools/run.ts";

const steps: Record<string, () => Promise<Outcome>> = {
  contract: () => lintContract(),
  code: () => runBin("biome", "check", "--error-on-warnings", "."),
  types: checkTypes,
  "dead code": () => runConsumer("knip/bin/knip.js"),
  spelling: () => runConsumer("cspell/bin.mjs", "--no-progress", ...texts),
};

/** The steps whose packages test/consumers has. */
export const fullSteps = ["dead code", "spelling"];
const defaultSteps = Object.keys(steps).filter((name) => !fullSteps.includes(name));

const command = {
  name: "npm run lint --",
  summary: "Checks the contract and the code.",
  usage: [
    ["npm run lint", `all of: ${defaultSteps.join(", ")}`],
    ["npm run lint -- contract", "only what is named"],
    [
      "npm run lint -- spelling",
      'or "dead code": as npm run test:full does, which first installs test/consumers',
    ],
  ],
  takesArguments: true,
  options: {},
  exitCodes,
} as const;

export { lintContract } from "./lint/redocly.ts";

/**
 * Ends the command with the findings and exit code 1 if the contract is invalid, or with the reason
 * if it can't be read.
 */
export async function failInvalid(files?: string[], styleSeverity?: Severity): Promise<void> {
  for (const file of files ?? []) await exitOnError(() => readText(file));
  const { ok, output } = await lintContract(files, styleSeverity);
  if (!ok) fail(output, 1);
  if (output !== "") console.error(`${output}\n\n${styleAdvice}`);
}

/**
 * Writes a changed contract, without a change to other lines, if the lint accepts it. Else it ends
 * the command with the findings.
 * @param advice What to do about findings.
 */
export async function writeContract(file: string, contract: Contract, advice = ""): Promise<void> {
  const text = await exitOnError(() => editYaml(readText(file), contract as unknown as Json));
  const findings = await findErrors(contract, file);
  if (findings.length > 0) {
    const lines = findings.map(({ place, message }) => `${place}: ${message}`);
    const conclusion = `${basename(file)} is unchanged, since the lint would refuse it. ${advice}`;
    fail([...lines, conclusion.trim()].join("\n"), 1);
  }
  await exitOnError(() => replaceFile(file, text));
}

const styleAdvice = "This is only style. Correct it before you commit: npm test rejects it.";

const texts = [
  "openapi/*.yaml",
  "*.md",
  ".changeset/*.md",
  "scripts/docs/guides/*.md",
  "scripts/docs/api/*.md",
];

/** Checks the types of the code, with the contract's, and of the tests, with the frozen ones. */
async function checkTypes(): Promise<Outcome> {
  await writeFrozen();
  const check = (project: string, name: string) => {
    const file = `node_modules/.cache/types/${name}.json`;
    // Each checker would check the libraries again, and other steps use the other cores. The file
    // has what was checked: only what changed is checked again.
    const settings = ["--checkers", "1", "--incremental", "--tsBuildInfoFile", file];
    return runBin("tsc", "--project", project, ...settings);
  };
  const outcomes = [await check(".", "contract"), await check("test", "frozen")];
  const output = new Set(outcomes.flatMap(({ output }) => output || []));
  return { ok: outcomes.every(({ ok }) => ok), output: [...output].join("\n") };
}

const runConsumer = (file: string, ...args: string[]): Promise<Outcome> =>
  run(process.execPath, [join(consumersFolder, "node_modules", file), ...args]);

const toOutcome = ({ message }: Error): Outcome => ({ ok: false, output: message });

/** Checks what is named, all at once, and prints the outcome of each as it ends. */
export async function lint(
  names: readonly string[] = defaultSteps,
  print = console.log,
): Promise<boolean> {
  if (names.some((name) => fullSteps.includes(name))) await exitOnError(installConsumers);
  const outcomes = await Promise.all(
    names.map(async (name) => {
      const start = performance.now();
      const { ok, output } = (await steps[name]?.().catch(toOutcome)) ?? { ok: false, output: "" };
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      print(ok ? `ok      ${name} (${seconds} s)` : `FAILED  ${name}\n\n${output}\n`);
      return ok;
    }),
  );
  return outcomes.every(Boolean);
}

export async function lintCommand(args: string[]): Promise<number> {
  const { positionals } = readArguments(command, args);
  const unknown = positionals.find((name) => !Object.hasOwn(steps, name));
  if (unknown !== undefined) fail(describeUnknown("step", unknown, Object.keys(steps)));
  return (await lint(positionals.length > 0 ? positionals : undefined)) ? 0 : 1;
}

await runIfMain(import.meta.url, lintCommand);
