import { setTimeout as wait } from "node:timers/promises";
import { ledgerOperations } from "../../../generated/ledger.ts";
import { shippedContract } from "../contract.ts";
import type { ExchangeFinding } from "../findings.ts";
import type { Exchange } from "../traffic/exchange.ts";
import { allows, deletion, isProbe, type Plan, type Planned, type PlannedRequest, planOf, relayTypes } from "./plan.ts";
import { type Response, send, type Target } from "./send.ts";

export interface Pace {
  /** Between two requests, in milliseconds. */
  readonly pauseMs: number;
  readonly maxRequests: number;
}

/** Functions that hear of everything that happens. */
export interface Listener {
  exchange(exchange: Exchange): void;
  probe(finding: ExchangeFinding): void;
  /** A request that got no complete response, or that was held back. */
  failure(operation: string, why: string): void;
  progress(line: string): void;
}

export interface LiveEnd {
  readonly skipped: Plan["skipped"];
  /** Why the run is incomplete: a sentence. Empty where it isn't. */
  readonly stopped: string;
}

/** Sends what is planned, one request after the other, each once. */
export async function runLive(planned: Planned, target: Target, pace: Pace, listener: Listener): Promise<LiveEnd> {
  const isAllowed = allows(planned);
  const listed: string[] = [];
  const { skipped } = planOf(planned);
  const end = (stopped: string): LiveEnd => ({
    skipped: skipped.filter(({ operation }) => operation !== relayTypes.operation || listed.length === 0),
    stopped,
  });

  let [sent, failed, failedInARow] = [0, 0, 0];
  for (const request of inOrder(planned, listed)) {
    if (!isAllowed(request)) {
      const why = "not sent, since its value would reach something else";
      listener.progress(`${request.method} ${request.template}: ${why}.`);
      listener.failure(request.operation, why);
      continue;
    }
    if (sent === pace.maxRequests) return end(`Stopped after --max-requests ${pace.maxRequests}.`);
    if (sent > 0) await wait(pace.pauseMs, undefined, { signal: target.signal }).catch(() => {});
    if (target.signal.aborted) return end("Interrupted.");
    sent++;
    const response = await send(request, target, shippedContract.validate);
    if (target.signal.aborted) return end("Interrupted.");
    const isFailure = typeof response === "string";
    listener.progress(`${request.method} ${request.template}: ${isFailure ? response : response.status}`);
    failed += isFailure ? 1 : 0;
    failedInARow = isFailure ? failedInARow + 1 : 0;
    if (isFailure) listener.failure(request.operation, response.replace(/\.$/, ""));
    // One operation may be slow or broken; two in a row are the service.
    if (failedInARow === 2) return end(`The service can't be reached. ${response}`);
    if (isFailure) continue;
    if (isProbe(request)) listener.probe(probeFinding(request, response));
    else {
      listener.exchange(exchangeOf(request, response, sent));
      if (request.operation === relayTypes.list) listed.push(...typesIn(response));
    }
  }
  return end(failed > 0 ? `${failed} of ${sent} requests got no complete response.` : "");
}

/** The list of relay types fills up while its requests are sent; the deletion is last. */
function* inOrder(planned: Planned, listed: readonly string[]): Generator<PlannedRequest> {
  const { requests } = planOf(planned);
  yield* requests.filter(({ operation }) => operation !== deletion);
  if (!planned.values[relayTypes.name]) {
    const { requests: more } = planOf({ ...planned, values: { ...planned.values, [relayTypes.name]: listed } });
    yield* more.filter(({ operation }) => operation === relayTypes.operation);
  }
  yield* requests.filter(({ operation }) => operation === deletion);
}

const exchangeOf = ({ method, segments, query }: PlannedRequest, response: Response, number: number): Exchange => ({
  ...{ source: "live", file: "", session: "", number, at: new Date().toISOString() },
  method,
  segments,
  query: new URLSearchParams(query),
  requestHeaders: ["accept"],
  requestBody: { mediaType: undefined, content: { missing: "no content" } },
  status: response.status,
  responseBody: response.body,
});

const maxTypes = 20;

/** The shape of the list is unknown: only an array of strings is taken for one. */
function typesIn({ status, body: { content } }: Response): string[] {
  const search = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value) && value.every((one) => typeof one === "string");
    return isList ? value : Object.values(value).flatMap(search);
  };
  const found = status < 300 && "value" in content ? search(content.value) : [];
  return [...new Set(found)].filter((one) => /^[\w.-]{1,64}$/.test(one)).slice(0, maxTypes);
}

/** What the service does without the right token. That one is required is documented with the operation. */
function probeFinding({ operation, token }: PlannedRequest, { status }: Response): ExchangeFinding {
  const isDocumented = ledgerOperations.some((one) => one.operationId === operation && one.known === "documented");
  const isAccepted = status >= 200 && status < 300;
  return {
    kind: isAccepted && isDocumented ? "contradiction" : "new",
    operation,
    place: "token",
    pointer: "",
    contract: isDocumented ? "required" : "unknown whether it is required",
    seen: `${status} ${token === "absent" ? "without a token" : "with a wrong token"}`,
  };
}
