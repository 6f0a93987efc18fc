import { writeFileSync } from "node:fs";
import { onEnd } from "../mock/end.ts";
import { printVersion } from "../mock/version.ts";
import { verifyLive } from "./live/command.ts";
import { help, type Options, readOptions } from "./options.ts";
import { runRecorded } from "./recorded.ts";
import { renderers } from "./report/formats.ts";
import type { Report } from "./report/report.ts";
import { UsageError } from "./usage.ts";
import { verdictOf } from "./verdict.ts";
import { createVerification } from "./verification.ts";

/** Runs `phone-agent-api verify` and sets its exit code. */
export async function runVerify(args: string[]): Promise<void> {
  try {
    const options = readOptions(args);
    if (options.help) console.log(help);
    else if (options.version) printVersion();
    else process.exitCode = await verify(options);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.exitCode = isUsage ? 2 : 3;
    console.error(
      isUsage ? `${error.message}\nRun phone-agent-api verify --help for the options.` : describeCrash(error as Error),
    );
  }
}

/** Describes a defect by its stack trace, without the error's message, which can quote traffic. */
function describeCrash({ name, message, stack = "" }: Error): string {
  const frames = stack.replace(message, "").split("\n").slice(1);
  return ["verify failed. This is a defect in verify: please report these lines.", name, ...frames].join("\n");
}

/** Verifies the contract, live or with recorded traffic, and prints the report. Resolves to the exit code. */
async function verify(options: Options): Promise<number> {
  const controller = new AbortController();
  onEnd(() => controller.abort());
  const { signal } = controller;
  const { files, baseUrl, failOnNew, required } = options;
  const collector = createVerification(options.names);
  const progress = (line: string) => console.error(line);
  const runResult =
    files.length > 0
      ? { stopReason: await runRecorded(files, baseUrl, collector.add, signal, progress), skippedOperations: [] }
      : await verifyLive(options, collector, signal, progress);
  if (!runResult) return 0;
  const { stopReason, skippedOperations } = runResult;
  const excused = skippedOperations.flatMap(({ operation, isExcused }) => (isExcused ? operation : []));
  const verification = collector.result();
  const verdict = verdictOf(verification, { failOnNew, required, excused, stopReason });
  printReport({ verdict, verification, failOnNew }, options);
  return verdict.code;
}

function printReport(report: Report, { format, output }: Options): void {
  const reportText = renderers[format](report);
  if (output === undefined) process.stdout.write(reportText);
  else {
    try {
      writeFileSync(output, reportText);
    } catch (error) {
      throw new UsageError(
        `Cannot write the report (${(error as NodeJS.ErrnoException).code}). Choose another --output.`,
      );
    }
  }
  if (output !== undefined || format !== "text") console.error(report.verdict.sentence);
}
