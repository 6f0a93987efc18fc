import { setTimeout as wait } from "node:timers/promises";
import { ledgerOperations } from "../../../generated/ledger.ts";
import { shippedContract } from "../contract.ts";
import type { ExchangeFinding } from "../findings.ts";
import type { Exchange } from "../traffic/exchange.ts";
import {
  createRequestCheck,
  deletion,
  isProbe,
  type PlannedRequest,
  type PlanOptions,
  planOf,
  type RequestPlan,
  relayTypes,
} from "./plan.ts";
import { type ServiceResponse, send, type TargetService } from "./send.ts";

/** The limits of a run. */
export interface Pace {
  /** The pause between two requests, in milliseconds. */
  readonly pauseMs: number;
  readonly maxRequests: number;
}

/** Receives the events of a run. */
export interface Listener {
  exchange(exchange: Exchange): void;
  probe(finding: ExchangeFinding): void;
  /** Receives a request without a complete response, or one that wasn't sent. */
  failure(operation: string, reason: string): void;
  progress(line: string): void;
}

/** The result of a run, in addition to the events. */
export interface LiveResult {
  readonly skippedOperations: RequestPlan["skippedOperations"];
  /** Why the run is incomplete: a sentence. Empty if it's complete. */
  readonly stopReason: string;
}

/** Sends the planned requests one after the other, each once. Stops after two failures in a row. */
export async function runLive(
  planOptions: PlanOptions,
  target: TargetService,
  pace: Pace,
  listener: Listener,
): Promise<LiveResult> {
  const isAllowed = createRequestCheck(planOptions);
  const typeList: string[] = [];
  const { skippedOperations } = planOf(planOptions);
  const end = (stopReason: string): LiveResult => ({
    skippedOperations: skippedOperations.filter(
      ({ operation }) => operation !== relayTypes.operation || typeList.length === 0,
    ),
    stopReason,
  });

  let [sentCount, failureCount, failuresInARow] = [0, 0, 0];
  for (const request of orderRequests(planOptions, typeList)) {
    if (!isAllowed(request)) {
      const reason = "not sent, since its value would reach something else";
      listener.progress(`${request.method} ${request.template}: ${reason}.`);
      listener.failure(request.operation, reason);
      continue;
    }
    if (sentCount === pace.maxRequests) return end(`Stopped after --max-requests ${pace.maxRequests}.`);
    if (sentCount > 0) await wait(pace.pauseMs, undefined, { signal: target.signal }).catch(() => {});
    if (target.signal.aborted) return end("Interrupted.");
    sentCount++;
    const response = await send(request, target, shippedContract.validate);
    if (target.signal.aborted) return end("Interrupted.");
    const isFailure = typeof response === "string";
    listener.progress(`${request.method} ${request.template}: ${isFailure ? response : response.status}`);
    failureCount += isFailure ? 1 : 0;
    failuresInARow = isFailure ? failuresInARow + 1 : 0;
    if (isFailure) listener.failure(request.operation, response.replace(/\.$/, ""));
    // After one failure, the operation may be slow or broken; after two in a row, the service is.
    if (failuresInARow === 2) return end(`The service can't be reached. ${response}`);
    if (isFailure) continue;
    if (isProbe(request)) listener.probe(createProbeFinding(request, response));
    else {
      listener.exchange(exchangeOf(request, response, sentCount));
      if (request.operation === relayTypes.list) typeList.push(...relayTypesOf(response));
    }
  }
  return end(failureCount > 0 ? `${failureCount} of ${sentCount} requests got no complete response.` : "");
}

/**
 * Yields the requests in the order of sending, the deletion last.
 * @param typeList The relay types that the service lists, which is filled while earlier requests are sent.
 */
function* orderRequests(planOptions: PlanOptions, typeList: readonly string[]): Generator<PlannedRequest> {
  const { requests } = planOf(planOptions);
  yield* requests.filter(({ operation }) => operation !== deletion);
  if (!planOptions.values[relayTypes.name]) {
    const { requests: typeRequests } = planOf({
      ...planOptions,
      values: { ...planOptions.values, [relayTypes.name]: typeList },
    });
    yield* typeRequests.filter(({ operation }) => operation === relayTypes.operation);
  }
  yield* requests.filter(({ operation }) => operation === deletion);
}

const exchangeOf = (
  { method, segments, query }: PlannedRequest,
  response: ServiceResponse,
  number: number,
): Exchange => ({
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

/**
 * Returns the relay types in a response, `maxTypes` at most: the items of any array of strings, since the shape of the list
 * is unknown.
 */
function relayTypesOf({ status, body: { content } }: ServiceResponse): string[] {
  const search = (value: unknown): string[] => {
    if (typeof value !== "object" || value === null) return [];
    const isList = Array.isArray(value) && value.every((item) => typeof item === "string");
    return isList ? value : Object.values(value).flatMap(search);
  };
  const types = status < 300 && "value" in content ? search(content.value) : [];
  return [...new Set(types)].filter((type) => /^[\w.-]{1,64}$/.test(type)).slice(0, maxTypes);
}

/** Creates the finding of a probe: how the service responds without the right token. */
function createProbeFinding({ operation, token }: PlannedRequest, { status }: ServiceResponse): ExchangeFinding {
  const isDocumented = ledgerOperations.some(
    (entry) => entry.operationId === operation && entry.known === "documented",
  );
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
