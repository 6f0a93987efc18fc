import type { PathMatch } from "../openapi/path.ts";
import type { Fault } from "./faults.ts";
import type { Content, DeclaredResponse, Operation } from "./operation.ts";
import type { Preferences, Step } from "./preferences.ts";
import type { Rejection } from "./rejection.ts";
import type { ParsedRequest } from "./request.ts";
import type { Claim } from "./sequences.ts";

/**
 * Where a response comes from. `contract`: what the contract says, as far as it says anything. `tester`: an example or a
 * body of the tester's own. `generated`: generated from the schema by `dynamic`. `mock`: a rejection by the mock itself.
 */
export type Source = "contract" | "tester" | "generated" | "mock";

/** What an adapter gives the core: the operations, and how their requests are validated and their responses produced. */
export interface Backend<Id extends string> {
  readonly operation: (id: Id) => Operation;
  readonly match: (method: string, segments: readonly string[]) => PathMatch<Id> | Rejection;
  /** Validates a request, and produces the selected response to it. */
  readonly produce: (selection: Selection<Id>) => Promise<{ readonly body: unknown } | Rejection>;
  /** Whether it can generate bodies from schemas. */
  readonly generates: boolean;
  /** What the server does for a request besides what the request itself prefers. */
  readonly defaults: (request: MatchedRequest<Id>, own: Preferences) => Claim;
  /** The tester's named failures, which a request can prefer like an example. */
  readonly failures: ReadonlyMap<string, Step>;
  /** Whether parameters that the contract does not declare are rejected. */
  readonly strict: boolean;
}

/** A request for a known operation. */
export interface MatchedRequest<Id extends string> extends ParsedRequest {
  readonly run: string;
  readonly id: Id;
  readonly operation: Operation;
  /** By name, decoded. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The names of the query parameters that the contract does not declare. */
  readonly undeclared: readonly string[];
}

/** Which of the declared responses a request gets. */
export interface Selection<Id extends string> {
  readonly request: MatchedRequest<Id>;
  readonly declared: DeclaredResponse;
  readonly status: number;
  /** Absent where the response has no body. */
  readonly content: Content | undefined;
  readonly example?: string | undefined;
  /** Whether to generate the body from its schema. */
  readonly dynamic?: boolean | undefined;
}

/** The response to a request that was not rejected. */
export interface SelectedResponse {
  readonly status: number;
  /** `undefined` means no content. */
  readonly body: unknown;
  readonly mediaType?: string | undefined;
  readonly source: Exclude<Source, "mock">;
  /** The code under which the contract declares it. */
  readonly code: string;
  readonly example?: string | undefined;
  /** Those that the contract declares, and the tester's own. */
  readonly headers: Readonly<Record<string, string>>;
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
  /** What its `Prefer` header still asked for; its count may be used up. */
  readonly own?: Preferences;
  /** How many more requests a counted step is for. */
  readonly left?: number | undefined;
  /** The test run that was forgotten to make room for this one. */
  readonly forgotten?: string | undefined;
  readonly result: SelectedResponse | Rejection;
}

export const matched = ({ request }: Exchange): MatchedRequest<string> | undefined =>
  request && "operation" in request ? request : undefined;

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
