import { declared } from "../../../generated/declared.ts";
import { operations } from "../../../generated/operations.ts";
import { isToken, readSettings } from "../../client/settings.ts";
import type { Options } from "../options.ts";
import { UsageError } from "../usage.ts";
import type { createVerification } from "../verification.ts";
import { ask } from "./ask.ts";
import { deletion, type PlannedRequest, type PlanOptions, planOf, relayTypes } from "./plan.ts";
import { type LiveResult, runLive } from "./run.ts";

const terminal = { input: process.stdin, output: process.stderr };

/** Verifies a running service. Resolves to `undefined` after `--dry-run`, which prints the plan. */
export async function verifyLive(
  options: Options,
  { add, addFinding, addFailure, skip }: ReturnType<typeof createVerification>,
  signal: AbortSignal,
  progress: (line: string) => void,
): Promise<LiveResult | undefined> {
  const { values, include, names, probeAuth, pauseMs, maxRequests, timeoutMs } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const planOptions: PlanOptions = { operations, declarations: declared, values, included: include, names, probeAuth };
  if (options.dryRun) {
    console.log(describePlan(planOptions, options));
    return undefined;
  }
  const token = await readToken(signal);
  if (include.length > 0) await confirmDeletion(baseUrl, signal);
  const target = { baseUrl, token, timeoutMs, signal };
  const listener = { exchange: add, probe: addFinding, failure: addFailure, progress };
  const end = await runLive(planOptions, target, { pauseMs, maxRequests }, listener);
  for (const { operation, reason } of end.skippedOperations) skip(operation, reason);
  return end;
}

/** Reads the base URL by the client's rules. Errors name the options of the command line. */
function readBaseUrl(baseUrl: string | undefined): string {
  try {
    return readSettings("verify", { baseUrl, token: "unused" }).baseUrl;
  } catch (error) {
    const message = (error as Error).message
      .replace(/^verify: /, "")
      .replaceAll("`baseUrl`", "--base-url")
      .replace("`allowInsecureHttp: true`", "PHONE_AGENT_ALLOW_INSECURE_HTTP=1");
    throw new UsageError(message);
  }
}

async function readToken(signal: AbortSignal): Promise<string> {
  const token =
    process.env["PHONE_AGENT_TOKEN"] ?? (await ask("API token (it isn't shown): ", terminal, { hidden: true, signal }));
  if (isToken(token)) return token;
  throw new UsageError(
    "Missing or invalid API token: set PHONE_AGENT_TOKEN, or run verify in a terminal, which asks for it.",
  );
}

async function confirmDeletion(baseUrl: string, signal: AbortSignal): Promise<void> {
  const { host } = new URL(baseUrl);
  const typed = await ask(`This deletes the SIP registration at ${host}. Type ${deletion} to confirm: `, terminal, {
    signal,
  });
  if (typed?.trim() !== deletion) {
    throw new UsageError(`Nothing was sent: --include ${deletion} has to be confirmed in a terminal.`);
  }
}

function describePlan(planOptions: PlanOptions, { maxRequests, pauseMs }: Options): string {
  const { requests, skippedOperations } = planOf(planOptions);
  const tokens = { own: "", unneeded: "", absent: ", without a token", wrong: ", with a wrong token" };
  const describeRequest = ({ operation, method, template, token }: PlannedRequest) =>
    `  ${method} ${template}${tokens[token]}${operation === deletion ? ", once you have confirmed it" : ""}`;
  const isFromList = ({ operation }: { operation: string }) =>
    operation === relayTypes.operation && !planOptions.values[relayTypes.name];
  const isDeletion = ({ operation }: { operation: string }) => operation === deletion;
  const row = planOptions.operations[relayTypes.operation];
  return [
    `Would send these requests, ${maxRequests} at most, ${pauseMs} ms apart:`,
    ...requests.filter((request) => !isDeletion(request)).map(describeRequest),
    ...skippedOperations
      .filter(isFromList)
      .map(() => `  ${row?.method} ${row?.path} for each relay type that the service lists`),
    ...requests.filter(isDeletion).map(describeRequest),
    ...skippedOperations
      .filter((item) => !isFromList(item))
      .map(({ operation, reason }) => `Would not send ${operation}: ${reason}.`),
  ].join("\n");
}
