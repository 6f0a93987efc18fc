import { writeFileSync } from "node:fs";
import { onEnd } from "../mock/end.ts";
import { printVersion } from "../mock/version.ts";
import { verifyLive } from "./live/command.ts";
import { help, type Options, readOptions } from "./options.ts";
import { runRecorded } from "./recorded.ts";
import { formats } from "./report/formats.ts";
import type { Report } from "./report/report.ts";
import { UsageError } from "./usage.ts";
import { verdictOf } from "./verdict.ts";
import { createVerification } from "./verification.ts";

/** `phone-agent-api verify`. */
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
      isUsage ? `${error.message}\nRun phone-agent-api verify --help for the options.` : crashReport(error as Error),
    );
  }
}

/** The place of a defect, without its message, which can quote what was read. */
function crashReport({ name, message, stack = "" }: Error): string {
  const frames = stack.replace(message, "").split("\n").slice(1);
  return ["verify failed. This is a defect in verify: please report these lines.", name, ...frames].join("\n");
}

async function verify(options: Options): Promise<number> {
  const controller = new AbortController();
  onEnd(() => controller.abort());
  const { signal } = controller;
  const { files, baseUrl, failOnNew, required } = options;
  const verification = createVerification(options.names);
  const progress = (line: string) => console.error(line);
  const end =
    files.length > 0
      ? { stopped: await runRecorded(files, baseUrl, verification.add, signal, progress), skipped: [] }
      : await verifyLive(options, verification, signal, progress);
  if (!end) return 0;
  const { stopped, skipped } = end;
  const excused = skipped.flatMap(({ operation, isExcused }) => (isExcused ? operation : []));
  const result = verification.result();
  const verdict = verdictOf(result, { failOnNew, required, excused, stopped });
  print({ verdict, verification: result, failOnNew }, options);
  return verdict.code;
}

function print(report: Report, { format, output }: Options): void {
  const written = formats[format](report);
  if (output === undefined) process.stdout.write(written);
  else {
    try {
      writeFileSync(output, written);
    } catch (error) {
      throw new UsageError(
        `Cannot write the report (${(error as NodeJS.ErrnoException).code}). Choose another --output.`,
      );
    }
  }
  if (output !== undefined || format !== "text") console.error(report.verdict.sentence);
}
