import { access } from "node:fs/promises";
import { fail, isMain, orFail, readArguments } from "./command.ts";
import { contractFile, readContract } from "./contract.ts";
import { lintWorkflows } from "./lint/workflows.ts";
import { type Outcome, redocly, runBin } from "./run.ts";

const steps: Record<string, () => Promise<Outcome>> = {
  contract: () => lintContract(),
  validator: () => secondValidator(),
  spelling: () =>
    runBin("cspell", "--no-progress", "openapi/*.yaml", "README.md", "CHANGELOG.md", "scripts/docs/guides/*.md"),
  workflows: () => lintWorkflows(),
  code: () => runBin("biome", "check", "--error-on-warnings", "."),
  types: () => runBin("tsc"),
  "dead code": () => runBin("knip"),
};

const help = `Checks the contract, the code and the prose.

  npm run lint                  all of: ${Object.keys(steps).join(", ")}
  npm run lint -- contract      only what is named
`;

/** Checks the contract and its workflows with Redocly's strictest preset and our own rules. */
export const lintContract = (files = [contractFile, "openapi/contract.arazzo.yaml"]): Promise<Outcome> =>
  redocly(["lint", ...files, "--config", "openapi/redocly.yaml"]);

/** Ends the command with the findings if the contract is invalid. */
export async function failInvalid(file: string): Promise<void> {
  await orFail(() => access(file));
  const { ok, output } = await lintContract([file]);
  if (!ok) fail(output);
}

/** A validator that shares no code with Redocly. */
export async function secondValidator(file = contractFile): Promise<Outcome> {
  try {
    const { Validator } = await import("@seriousme/openapi-schema-validator");
    const { valid, errors } = await new Validator().validate({ ...readContract(file) });
    return { ok: valid, output: valid ? "" : JSON.stringify(errors, null, 2) };
  } catch (error) {
    return { ok: false, output: `The validator cannot read the contract: ${(error as Error).message}` };
  }
}

async function lint(names: string[]): Promise<boolean> {
  const outcomes = await Promise.all(
    names.map(async (name) => {
      const start = performance.now();
      const { ok, output } = (await steps[name]?.()) ?? { ok: false, output: "" };
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(ok ? `ok      ${name} (${seconds} s)` : `FAILED  ${name}\n\n${output}\n`);
      return ok;
    }),
  );
  return outcomes.every(Boolean);
}

if (isMain(import.meta.url)) {
  const { positionals } = readArguments(help, { allowPositionals: true, options: { help: { type: "boolean" } } });
  const unknown = positionals.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) fail(`Unknown step: ${unknown.join(", ")}.\n\n${help}`);
  process.exitCode = (await lint(positionals.length > 0 ? positionals : Object.keys(steps))) ? 0 : 1;
}
