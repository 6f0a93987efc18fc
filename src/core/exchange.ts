import type { JunkInboxInputNames } from "../options.ts";
import type { Fault } from "./faults.ts";
import type { DeclaredResponse, Operation } from "./operation.ts";
import type { Preferences } from "./preferences.ts";
import type { Rejection } from "./rejection.ts";
import type { ParsedRequest } from "./request.ts";
import type { Claim } from "./sequences.ts";

/**
 * Where a response comes from. `contract`: what the contract says, as far as it says anything. `tester`: an example or a
 * body of the tester's own. `generated`: generated from the schema by `dynamic`. `mock`: a rejection by the mock itself.
 */
export type Source = "contract" | "tester" | "generated" | "mock";

/** What an adapter gives the core: the operations, and how their responses come about. */
export interface Backend<Id extends string> {
  readonly operations: Readonly<Record<Id, Operation>>;
  /** Validates a request against its operation and produces the selected response. */
  readonly produce: (selection: Selection<Id>) => Produced | Rejection | Promise<Produced | Rejection>;
  /** What the server does for a request besides what the request itself prefers. */
  readonly defaults: (request: MatchedRequest<Id>, own: Preferences) => Claim;
  readonly inputNames: JunkInboxInputNames;
}

/** A request for a known operation. */
export interface MatchedRequest<Id extends string> extends ParsedRequest {
  readonly run: string;
  readonly id: Id;
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

/** Which of the declared responses a request gets. */
export interface Selection<Id extends string> {
  readonly request: MatchedRequest<Id>;
  readonly declared: DeclaredResponse;
  readonly code: number | undefined;
  readonly example: string | undefined;
  readonly dynamic: boolean;
}

/** `undefined` as a body means no content. */
export interface Produced {
  readonly status: number;
  readonly body: unknown;
}

/** The response to a request that was not rejected. */
export interface SelectedResponse extends Produced {
  readonly source: Exclude<Source, "mock">;
  /** The code under which the contract declares it. */
  readonly code: string;
  readonly example?: string | undefined;
  /** What the contract leaves open, and the mock filled in or ignored. */
  readonly unspecified: readonly string[];
}

/** One request and the response to it: what the response on the wire, the journal and the coverage are made from. */
export interface Exchange {
  readonly method: string;
  /** The test run that `Mock-Run` names; empty without one. */
  readonly run: string;
  /** As far as it could be parsed and matched. */
  readonly request?: ParsedRequest | MatchedRequest<string>;
  readonly preferences: Preferences;
  readonly result: SelectedResponse | Rejection;
}

export const matched = ({ request }: Exchange): MatchedRequest<string> | undefined =>
  request && "operation" in request ? request : undefined;

/** The names of the contract's parameters that a request has. */
export function givenParameters(exchange: Exchange): string[] {
  const request = matched(exchange);
  if (!request) return [];
  const { query, hasToken, pathValues, operation } = request;
  return operation.parameters.filter((name) =>
    name === "token" ? hasToken : query.has(name) || Object.hasOwn(pathValues, name),
  );
}

/** What an adapter sends, and how. */
export interface MockResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In milliseconds. */
  readonly delay: number;
  readonly fault: Fault | undefined;
  /** To be called once the response has gone out whole. */
  readonly markDelivered: () => void;
}
