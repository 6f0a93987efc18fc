import { accessSync, constants, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readInputNames } from "../core/junk-inbox.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { credentialsOf } from "../openapi/security.ts";
import { describeSystemError, FileError } from "../platform/files.ts";
import { onShutdown } from "../platform/signals.ts";
import { readVariables } from "../traffic/postman.ts";
import { createTrafficReader, type TrafficReader } from "../traffic/reader.ts";
import { createVerifiableContract } from "../traffic/verifiable-contract.ts";
import { loadContract, readBaseline } from "../verify/load.ts";
import { renderers } from "../verify/report.ts";
import { createReport, type Report } from "../verify/verdict.ts";
import { createVerification, type Verification } from "../verify/verification.ts";
import { ExitError, exitOnError, fail } from "./exit.ts";
import { findServer } from "./server-option.ts";
import { verifyLive } from "./verify-live.ts";
import { type Options, parseOptions } from "./verify-options.ts";

/** Runs `phone-agent-api verify`. */
export async function runVerify(args: string[]): Promise<number> {
  try {
    return await verify(parseOptions(args));
  } catch (error) {
    if (error instanceof ExitError) throw error;
    if (error instanceof FileError) return fail(error.message);
    return fail(describeCrash(error as Error), 3);
  }
}

/** Describes a defect by its stack trace, without the error's message, which can quote traffic. */
function describeCrash({ name, message, stack = "" }: Error): string {
  const frames = stack.replace(message, "").split("\n").slice(1);
  return [
    "verify failed. This is a defect in verify: please report these lines.",
    name,
    ...frames,
  ].join("\n");
}

/**
 * Verifies the contract, live or with recorded traffic, and prints the report. Resolves to the exit
 * code.
 */
async function verify(options: Options): Promise<number> {
  for (const { file } of options.outputs) write(() => accessSync(dirname(file), constants.W_OK));
  const { document, compareBody, rateFit } = await exitOnError(() =>
    loadContract(options.contract),
  );
  const baseline = await exitOnError(() => readBaseline(options.baseline));
  await exitOnError(() => readInputNames(options.names, credentialsOf(document)));
  const preparedContract = createVerifiableContract(document, compareBody, options.names, rateFit);
  const contract = options.showsWithheld
    ? // An index remains `*`: the findings of items are those of all.
      { ...preparedContract, isSafeName: (name: string) => !/^\d+$/.test(name) }
    : preparedContract;
  const baseUrl =
    options.server === undefined ? options.baseUrl : findServer(document, options.server);
  const ids = Object.keys(contract.operations);
  if (options.required.some((id) => id !== "all" && !ids.includes(id))) {
    fail(`--require takes all or the id of a documented operation: ${ids.join(", ")}.`);
  }
  const unsafeIds = ids.filter((id) => !contract.operations[id]?.operation.isRepeatable);
  if (!options.include.every((id) => unsafeIds.includes(id)))
    fail(`--include takes only ${unsafeIds.join(", ")}.`);
  const names = Object.values(contract.operations).flatMap(({ operation }) =>
    pathValueNamesOf(operation.path),
  );
  if (Object.keys(options.values).some((name) => !names.includes(name))) {
    fail(`--value takes the name of a path value: ${[...new Set(names)].join(", ")}.`);
  }
  const controller = new AbortController();
  onShutdown(() => controller.abort());
  const verification = createVerification(contract, baseline);
  const { signal } = controller;
  const variables = await exitOnError(() =>
    readVariables(options.environmentFiles, options.variables),
  );
  const reader =
    options.files.length > 0
      ? await exitOnError(() => createTrafficReader(contract, { baseUrl, variables }))
      : undefined;
  const stopReason = reader
    ? await verifyRecorded(options.files, reader, verification, signal)
    : await verifyLive(contract, { ...options, baseUrl }, verification, signal);
  if (stopReason === undefined) return 0;
  const result = verification.result();
  const report = createReport(result, stopReason, options);
  printReport(report, options);
  const otherAddresses = report.exchanges === 0 ? reader?.baseUrls.describeOthers() : undefined;
  if (otherAddresses) console.error(otherAddresses);
  return report.exitCode;
}

/**
 * Verifies recorded traffic. Resolves to sentences that say why it is incomplete; empty if it's
 * complete.
 * @throws ExitError with the base URLs if several services could be meant.
 */
async function verifyRecorded(
  files: Options["files"],
  { readFile, baseUrls, losses }: TrafficReader,
  verification: Verification,
  signal: AbortSignal,
): Promise<string> {
  for (const { file, source } of files) {
    for await (const item of readFile(file, source)) {
      if (signal.aborted) return [...losses, "Interrupted."].join(" ");
      verification.add(item);
    }
  }
  const ambiguity = baseUrls.findAmbiguity();
  if (ambiguity) fail(ambiguity);
  return [...losses].join(" ");
}

/** Writes the report, or checks that it can be written, before minutes of requests. */
function write(action: () => void): void {
  try {
    action();
  } catch (error) {
    fail(`Can't write the report: ${describeSystemError(error)}. Choose another --output.`);
  }
}

function printReport(report: Report, { format, outputs, ...options }: Options): void {
  process.stdout.write(renderers[format](report, options));
  for (const { file, format } of outputs)
    write(() => writeFileSync(file, renderers[format](report, options)));
  if (format !== "text") console.error(report.sentence);
}
