import { authenticate } from "#generated/service.ts";
import { isToken } from "../client/credentials.ts";
import { Failure } from "../client/errors.ts";
import { readSettings } from "../client/settings.ts";
import { escapeText } from "../core/text.ts";
import type { VerifiableContract, VerifiableOperation } from "../traffic/verifiable-contract.ts";
import { ask } from "../verify/live/ask.ts";
import { planRequests } from "../verify/live/plan.ts";
import { runLive } from "../verify/live/run.ts";
import type { Verification } from "../verify/verification.ts";
import { describeOptionError, fail } from "./exit.ts";
import type { Options } from "./verify-options.ts";

const terminal = { input: process.stdin, output: process.stderr };

/**
 * Verifies a running service. Resolves to a sentence that says why the run is incomplete, empty if
 * it's complete, or to `undefined` after `--dry-run`, which prints the plan.
 */
export async function verifyLive(
  contract: VerifiableContract,
  options: Options,
  verification: Verification,
  signal: AbortSignal,
): Promise<string | undefined> {
  const baseUrl = readBaseUrl(options.baseUrl);
  if (options.dryRun) {
    console.log(describePlan(contract, options));
    return undefined;
  }
  const operations = Object.values(contract.operations);
  const token = operations.some(({ takesToken }) => takesToken) ? await readToken(signal) : "";
  const included = operations.filter(({ operation }) => options.include.includes(operation.id));
  for (const { id, method, path } of included.map(({ operation }) => operation)) {
    const question = `This sends ${escapeText(`${method} ${path}`)} to ${new URL(baseUrl).host}.\nType ${id} to confirm: `;
    const answer = await ask(question, terminal, { signal });
    if (answer?.trim() !== id)
      fail(`Nothing was sent: --include ${id} has to be confirmed in a terminal.`);
  }
  return runLive(
    contract,
    { ...options, baseUrl, token, authenticate, signal },
    verification,
    console.error,
  );
}

/** Reads the base URL by the client's rules. */
function readBaseUrl(baseUrl: string | undefined): string {
  const isFromEnvironment = baseUrl === undefined && process.env["PHONE_AGENT_BASE_URL"];
  try {
    return readSettings({ baseUrl, token: "unused" }).baseUrl;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, option = "", reason = message } = error;
    const name = isFromEnvironment ? "PHONE_AGENT_BASE_URL" : "--base-url or PHONE_AGENT_BASE_URL";
    return fail(describeOptionError({ option, reason }, { baseUrl: name }));
  }
}

async function readToken(signal: AbortSignal): Promise<string> {
  const token =
    process.env["PHONE_AGENT_TOKEN"] ??
    (await ask("API token (it isn't shown): ", terminal, { hidden: true, signal }));
  if (isToken(token)) return token;
  return fail(
    "Missing or invalid API token: set PHONE_AGENT_TOKEN, or run verify in a terminal, which asks for it.",
  );
}

function describePlan(contract: VerifiableContract, options: Options): string {
  /** Returns the name of an operation's path value that the run would read from a list. */
  const listedNameOf = ({
    listedValue: { name, listId } = { name: "", listId: "" },
  }: VerifiableOperation) =>
    !options.values[name] && contract.operations[listId]?.operation.isRepeatable ? [name] : [];
  const listedValues = Object.values(contract.operations)
    .flatMap(listedNameOf)
    .map((name) => [name, ["listed"]]);
  const values = { ...options.values, ...Object.fromEntries(listedValues) };
  const { requests, obstacles } = planRequests(contract, { ...options, values });
  const lines = [
    `Would send these requests, ${options.maxRequests} at most, ${options.pauseMs} ms apart:`,
    ...requests.map((request) => {
      const { probe } = request;
      const { method, path, isRepeatable } = request.operation;
      const [listedName] = probe ? [] : listedNameOf(request);
      const repetition = listedName ? ` for each ${listedName} that the service lists` : "";
      const condition = isRepeatable ? "" : ", once you have confirmed it";
      return `  ${method} ${path}${probe ? `, ${probe}` : ""}${repetition}${condition}`;
    }),
    ...Object.entries(obstacles).map(([id, { reason }]) => `Would not send ${id}: ${reason}.`),
  ];
  return lines.map(escapeText).join("\n");
}
