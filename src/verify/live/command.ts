import { declared } from "../../../generated/declared.ts";
import { operations } from "../../../generated/operations.ts";
import { isToken, readOptions as readSettings } from "../../client/settings.ts";
import type { Options } from "../options.ts";
import { UsageError } from "../usage.ts";
import type { createVerification } from "../verification.ts";
import { ask } from "./ask.ts";
import { deletion, type Planned, type PlannedRequest, planOf, relayTypes } from "./plan.ts";
import { type LiveEnd, runLive } from "./run.ts";

const terminal = { input: process.stdin, output: process.stderr };

/** Verifies a running service. Resolves to `undefined` after `--dry-run`. */
export async function verifyLive(
  options: Options,
  { add, addFinding, addFailure, skip }: ReturnType<typeof createVerification>,
  signal: AbortSignal,
  progress: (line: string) => void,
): Promise<LiveEnd | undefined> {
  const { values, include, names, probeAuth, pauseMs, maxRequests, timeoutMs } = options;
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const planned: Planned = { operations, declared, values, included: include, names, probeAuth };
  if (options.dryRun) {
    console.log(planText(planned, options));
    return undefined;
  }
  const token = await readToken(signal);
  if (include.length > 0) await confirm(baseUrl, signal);
  const target = { baseUrl, token, timeoutMs, signal };
  const listener = { exchange: add, probe: addFinding, failure: addFailure, progress };
  const end = await runLive(planned, target, { pauseMs, maxRequests }, listener);
  for (const { operation, reason } of end.skipped) skip(operation, reason);
  return end;
}

/** The client's rules for a base URL, in the words of the command line. */
function checkedBaseUrl(baseUrl: string | undefined): string {
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

async function confirm(baseUrl: string, signal: AbortSignal): Promise<void> {
  const { host } = new URL(baseUrl);
  const typed = await ask(`This deletes the SIP registration at ${host}. Type ${deletion} to confirm: `, terminal, {
    signal,
  });
  if (typed?.trim() !== deletion) {
    throw new UsageError(`Nothing was sent: --include ${deletion} has to be confirmed in a terminal.`);
  }
}

function planText(planned: Planned, { maxRequests, pauseMs }: Options): string {
  const { requests, skipped } = planOf(planned);
  const tokens = { own: "", unneeded: "", absent: ", without a token", wrong: ", with a wrong token" };
  const line = ({ operation, method, template, token }: PlannedRequest) =>
    `  ${method} ${template}${tokens[token]}${operation === deletion ? ", once you have confirmed it" : ""}`;
  const isListed = ({ operation }: { operation: string }) =>
    operation === relayTypes.operation && !planned.values[relayTypes.name];
  const isDeletion = ({ operation }: { operation: string }) => operation === deletion;
  const row = planned.operations[relayTypes.operation];
  return [
    `Would send these requests, ${maxRequests} at most, ${pauseMs} ms apart:`,
    ...requests.filter((one) => !isDeletion(one)).map(line),
    ...skipped.filter(isListed).map(() => `  ${row?.method} ${row?.path} for each relay type that the service lists`),
    ...requests.filter(isDeletion).map(line),
    ...skipped
      .filter((one) => !isListed(one))
      .map(({ operation, reason }) => `Would not send ${operation}: ${reason}.`),
  ].join("\n");
}
