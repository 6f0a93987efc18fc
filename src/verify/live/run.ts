import { setTimeout as wait } from "node:timers/promises";
import { type OperationId, operations } from "#generated/operations.ts";
import { createCall } from "../../client/call.ts";
import type { Authenticate } from "../../client/credentials.ts";
import type { Failure } from "../../client/errors.ts";
import type { PreparedRequest } from "../../client/request.ts";
import { sendOnce } from "../../client/send.ts";
import { readSettings } from "../../client/settings.ts";
import { isMockSource } from "../../core/exchange.ts";
import { isSuccessStatus } from "../../openapi/status.ts";
import { decodeBody, maxBody } from "../../traffic/body.ts";
import type { Exchange } from "../../traffic/exchange.ts";
import { createNameMasker, redactionOf } from "../../traffic/secrets.ts";
import type { OperationMatch, VerifiableContract } from "../../traffic/verifiable-contract.ts";
import type { ExchangeFinding } from "../compare.ts";
import { findListedTexts } from "../cross-checks.ts";
import type { Verification } from "../verification.ts";
import { matchAllowed, type PlannedRequest, type PlanOptions, planRequests } from "./plan.ts";

interface RunOptions extends PlanOptions {
  readonly pauseMs: number;
  readonly maxRequests: number;
  readonly timeoutMs: number;
  readonly baseUrl: string;
  readonly token: string;
  readonly authenticate: Authenticate;
  readonly signal: AbortSignal;
}

/**
 * Sends the planned requests one after the other, each once, and adds their responses to the
 * verification. Stops after two failures in a row. Resolves to a sentence that says why the run is
 * incomplete; empty if it's complete.
 */
export async function runLive(
  contract: VerifiableContract,
  options: RunOptions,
  verification: Omit<Verification, "result">,
  progress: (line: string) => void,
): Promise<string> {
  const { signal, maxRequests, pauseMs } = options;
  let { values } = options;
  const { requests, obstacles } = planRequests(contract, options);
  verification.skip(obstacles);

  let sentCount = 0;
  let failureCount = 0;
  let hasFailed = false;
  for (let request = requests.shift(); request; request = requests.shift()) {
    const { id, method, path } = request.operation;
    const target = await createTarget(request, options);
    const match = matchAllowed(contract, options, request);
    if (!target || !match) {
      const cause = target
        ? "its value would reach something else"
        : "PHONE_AGENT_TOKEN isn't the credential that it takes";
      const reason = `not sent, since ${cause}`;
      progress(`${method} ${path}: ${reason}.`);
      verification.addFailure(id, reason);
      continue;
    }
    if (sentCount === maxRequests) return `Stopped after --max-requests ${maxRequests}.`;
    if (sentCount > 0) await wait(pauseMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return "Interrupted.";
    sentCount++;
    const exchange = await sendPlanned(request, match, target, sentCount, contract, options);
    if (signal.aborted) return "Interrupted.";
    if (exchange === isMock)
      return "The mock responded, not the service. Pass the service's address as --base-url.";
    if (typeof exchange === "string") {
      progress(`${method} ${path}: ${exchange}`);
      verification.addFailure(id, exchange.replace(/\.$/, ""));
      failureCount++;
      // After one failure, the operation may be slow or broken; after two in a row, the service is.
      if (hasFailed)
        return `The service can't be reached. ${exchange} Check --base-url and the network.`;
      hasFailed = true;
      continue;
    }
    hasFailed = false;
    progress(`${method} ${path}: ${exchange.status}`);
    if (request.probe) verification.addFinding(createProbeFinding(request, exchange));
    else verification.add(exchange);
    for (const { operation: taker, listedValue } of Object.values(contract.operations)) {
      if (listedValue?.listId !== id || values[listedValue.name]) continue;
      values = { ...values, [listedValue.name]: findListedValues(exchange) };
      const plan = planRequests(contract, { ...options, values });
      verification.skip(plan.obstacles);
      requests.unshift(...plan.requests.filter(({ operation }) => operation.id === taker.id));
    }
  }
  return failureCount > 0
    ? `${failureCount} of ${sentCount} requests got no complete response.`
    : "";
}

/**
 * Finds the values in a response, 20 at most: texts in any list, since the shape of the response is
 * unknown.
 */
function findListedValues({ status, responseBody: { content } }: Exchange): string[] {
  const texts = isSuccessStatus(status) && "value" in content ? findListedTexts(content.value) : [];
  return [...new Set(texts)].filter((text) => /^[\w.-]{1,64}$/.test(text)).slice(0, 20);
}

/**
 * Creates the finding of a probe: a contradiction if it succeeds although the token is required,
 * else a new fact.
 */
function createProbeFinding(
  { operation, knowledge, probe }: PlannedRequest,
  { status }: Exchange,
): ExchangeFinding {
  const isDocumented = knowledge === "documented";
  const isAccepted = isSuccessStatus(status);
  return {
    kind: isAccepted && isDocumented ? "contradiction" : "new",
    operation: operation.id,
    place: "token",
    pointer: "",
    contract: isDocumented ? "required" : "unknown whether it is required",
    seen: `${status} ${probe}`,
  };
}

// Also a user and a password.
const wrongToken = "not:a-token-sent-by-verify";

/**
 * Creates a planned request with its credentials; `undefined` if the operation takes others than
 * the token.
 */
async function createTarget(
  { operation, takesToken, segments, query, probe }: PlannedRequest,
  { baseUrl, token, authenticate }: RunOptions,
) {
  const path = `/${segments.map(encodeURIComponent).join("/")}`;
  // A service may close an idle connection during the pause, so each request opens a new one.
  const headers = new Headers({ accept: "application/json", connection: "close" });
  const request: PreparedRequest = {
    path,
    url: `${baseUrl}${path}${query && `?${query}`}`,
    init: { method: operation.method, headers, redirect: "manual" },
  };
  if (!takesToken || probe === "without a token") return request;
  const { [operation.id as OperationId]: spec = {} } = operations;
  const signing = authenticate(request, spec, probe ? wrongToken : token, new Set());
  return signing.then(
    (signed): PreparedRequest => ({ ...request, ...signed }),
    () => undefined,
  );
}

/** Stands for a response of the mock. It agrees with the contract, whatever the service does. */
const isMock = Symbol("mock");

/**
 * Sends a request once, by the client's own sender. Resolves to a sentence that says why if no
 * complete response arrives.
 * @param number The number of the request, from 1.
 */
async function sendPlanned(
  { operation, segments, query, probe }: PlannedRequest,
  match: OperationMatch,
  request: PreparedRequest,
  number: number,
  { compareBody }: VerifiableContract,
  { baseUrl, token, timeoutMs, signal }: RunOptions,
): Promise<Exchange | typeof isMock | string> {
  const { id, method } = operation;
  // The request has its credentials.
  const settings = { ...readSettings({ baseUrl, token: "unused" }), errorBodyMs: timeoutMs };
  const spec = { method, path: "", repeatable: false, security: [] };
  const call = createCall({ ...settings, maxBodyBytes: maxBody }, spec, id);
  call.limits = { signal, timeoutMs, deadlineMs: Infinity, endsAt: Infinity };
  call.request = request;
  try {
    await sendOnce(call);
  } catch (error) {
    const { kind, code } = error as Failure;
    if (kind === "timeout") return `Timed out after ${timeoutMs} ms.`;
    return `No complete response${code === undefined ? "" : ` (${code})`}.`;
  }
  const { head: { status = 0, headers = new Headers() } = {}, bytes } = call;
  if (isMockSource(headers.get("mock-source"))) return isMock;
  if (!bytes) return "No complete response.";
  // Only the status of a probe is compared.
  const redaction = probe ? "nothing" : redactionOf(match.target, segments);
  const headerOf = (name: string) => headers.get(name) ?? undefined;
  // A body that is packed in a way that `fetch` doesn't know arrives packed.
  const body = {
    contentType: headerOf("content-type"),
    content: Buffer.from(bytes),
    encoding: headerOf("content-encoding"),
  };
  return {
    source: "live",
    file: "",
    session: "",
    number,
    at: new Date().toISOString(),
    method,
    match,
    segments,
    query: new URLSearchParams(query),
    requestBody: { mediaType: undefined, content: { missing: "no content" } },
    status,
    responseBody: decodeBody(body, redaction, createNameMasker([token]), (mediaType, value) =>
      compareBody?.(operation, status, mediaType, value),
    ),
  };
}
