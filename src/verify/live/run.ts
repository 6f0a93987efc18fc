import { setTimeout as wait } from "node:timers/promises";
import { type OperationId, operations } from "#generated/operations.ts";
import type { Authenticate } from "../../client/credentials.ts";
import { withTimeout } from "../../client/deadline.ts";
import { Failure } from "../../client/errors.ts";
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
  const texts = status < 300 && "value" in content ? findListedTexts(content.value) : [];
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
  const url = `${baseUrl}/${segments.map(encodeURIComponent).join("/")}${query && `?${query}`}`;
  const request = {
    url,
    init: { headers: new Headers({ accept: "application/json", connection: "close" }) },
  };
  if (!takesToken || probe === "without a token") return request;
  const { [operation.id as OperationId]: spec = {} } = operations;
  return authenticate(request, spec, probe ? wrongToken : token, new Set()).catch(() => undefined);
}

/** Stands for a response of the mock. It agrees with the contract, whatever the service does. */
const isMock = Symbol("mock");

/**
 * Sends a request once, follows no redirect, and reads the response up to the size that can be
 * compared. Resolves to a sentence that says why if no complete response arrives.
 * @param number The number of the request, from 1.
 */
async function sendPlanned(
  { operation, segments, query, probe }: PlannedRequest,
  match: OperationMatch,
  target: { readonly url: string; readonly init: { readonly headers: Headers | undefined } },
  number: number,
  { compareBody }: VerifiableContract,
  { token, timeoutMs, signal }: RunOptions,
): Promise<Exchange | typeof isMock | string> {
  let response: Response;
  let bytes: Buffer;
  try {
    const limits = { signal, timeoutMs, deadlineMs: Infinity, endsAt: Infinity };
    [response, bytes] = await withTimeout(limits, async (task) => {
      const response = await fetch(target.url, {
        method: operation.method,
        // A service may close an idle connection during the pause, so each request opens a new one.
        headers: target.init.headers as Headers,
        redirect: "manual",
        signal: task.signal,
      });
      return [response, await readBytes(response.body)] as const;
    });
    if (isMockSource(response.headers.get("mock-source"))) return isMock;
  } catch (error) {
    if (error instanceof Failure && error.kind === "timeout")
      return `Timed out after ${timeoutMs} ms.`;
    // The error's message can quote the URL with the token.
    const { code } = Object((error as Error).cause);
    return `No complete response${code === undefined ? "" : ` (${code})`}.`;
  }
  // Only the status of a probe is compared.
  const redaction = probe ? "nothing" : redactionOf(match, segments);
  const headerOf = (name: string) => response.headers.get(name) ?? undefined;
  // A body that is packed in a way that `fetch` doesn't know arrives packed.
  const body = {
    contentType: headerOf("content-type"),
    content: bytes,
    encoding: headerOf("content-encoding"),
  };
  return {
    source: "live",
    file: "",
    session: "",
    number,
    at: new Date().toISOString(),
    method: operation.method,
    match,
    segments,
    query: new URLSearchParams(query),
    requestBody: { mediaType: undefined, content: { missing: "no content" } },
    status: response.status,
    responseBody: decodeBody(
      body,
      redaction,
      createNameMasker([token, ...token.split(":")]),
      (mediaType, value) => compareBody?.(operation, response.status, mediaType, value),
    ),
  };
}

/** Reads a body up to the size that can be compared, since it may never end. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBody) break;
  }
  return Buffer.concat(chunks);
}
