import { writeFileSync } from "node:fs";
// Imported by the package's name, so that the package contains the validators once.
import { validators } from "phone-agent-api/validate";
import { Ending, fail, onEnd, orFail } from "../command.ts";
import { findPackageContract, readData } from "../mock/data.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { isIgnored } from "../traffic/exchange.ts";
import { createTrafficReader } from "../traffic/reader.ts";
import { prepareContract, type VerifiableContract } from "./contract.ts";
import { verifyLive } from "./live/command.ts";
import { type Options, parseOptions } from "./options.ts";
import { renderers } from "./report.ts";
import { decideVerdict, type Report } from "./verdict.ts";
import { createVerification, type Verification } from "./verification.ts";

/** Runs `phone-agent-api verify`. */
export async function runVerify(args: string[]): Promise<number> {
  try {
    return await verify(parseOptions(args));
  } catch (error) {
    if (error instanceof Ending) throw error;
    return fail(describeCrash(error as Error), 3);
  }
}

/** Describes a defect by its stack trace, without the error's message, which can quote traffic. */
function describeCrash({ name, message, stack = "" }: Error): string {
  const frames = stack.replace(message, "").split("\n").slice(1);
  return ["verify failed. This is a defect in verify: please report these lines.", name, ...frames].join("\n");
}

/** Verifies the contract, live or with recorded traffic, and prints the report. Resolves to the exit code. */
async function verify(options: Options): Promise<number> {
  const document = await orFail(() => readData(findPackageContract()));
  const contract = prepareContract(document as object, validators, options.names);
  const ids = Object.keys(contract.operations);
  if (options.required.some((id) => id !== "all" && !ids.includes(id))) {
    fail(`--require takes all or the id of a documented operation: ${ids.join(", ")}.`);
  }
  const names = Object.values(contract.operations).flatMap(({ path }) => pathValueNamesOf(path));
  if (Object.keys(options.values).some((name) => !names.includes(name))) {
    fail(`--value takes the name of a path value: ${[...new Set(names)].join(", ")}.`);
  }
  const controller = new AbortController();
  onEnd(() => controller.abort());
  const verification = createVerification(contract);
  const verifySource = options.files.length > 0 ? verifyRecorded : verifyLive;
  const stopReason = await verifySource(contract, options, verification, controller.signal);
  if (stopReason === undefined) return 0;
  const result = verification.result();
  const report = { ...decideVerdict(result, stopReason, options), ...result };
  printReport(report, options);
  return report.exitCode;
}

/** Verifies recorded traffic. Resolves to sentences that say why it is incomplete; empty if it's complete. */
async function verifyRecorded(
  contract: VerifiableContract,
  { files, baseUrl }: Options,
  verification: Verification,
  signal: AbortSignal,
): Promise<string> {
  const { readFile } = createTrafficReader(contract, { baseUrl });
  const reasons = new Set<string>();
  for (const file of files) {
    for await (const item of readFile(file)) {
      if (signal.aborted) return [...reasons, "Interrupted."].join(" ");
      verification.add(item);
      if (isIgnored(item) && item.loss) reasons.add(`${item.file} ${item.loss}: record it again.`);
    }
  }
  return [...reasons].join(" ");
}

function printReport(report: Report, { format, output, failOnNew }: Options): void {
  const reportText = renderers[format](report, failOnNew);
  try {
    if (output === undefined) process.stdout.write(reportText);
    else writeFileSync(output, reportText);
  } catch (error) {
    fail(`Can't write the report (${(error as NodeJS.ErrnoException).code}). Choose another --output.`);
  }
  if (output !== undefined || format !== "text") console.error(report.sentence);
}
