import type { PathMatch } from "../openapi/path.ts";
import type { Credential } from "../openapi/security.ts";
import type { Operation } from "./operation.ts";
import type { Plan } from "./plan.ts";
import type { Fault, Preferences, Step } from "./preferences.ts";
import type { Rejection } from "./rejection.ts";
import type { ParsedRequest } from "./request.ts";
import type { Validators } from "./validate.ts";

/**
 * The origin of a response. `contract`: an example of the contract, or a placeholder if it has none. `tester`: an
 * example or a body of the tester. `generated`: generated from the schema. `mock`: a rejection by the mock itself.
 */
export type Source = "contract" | "tester" | "generated" | "mock";

/** The parts in which the mock server and the test server differ. */
export interface Backend {
  /** The credentials that the contract declares and a request can show: the parser of requests drops them. */
  readonly credentials: readonly Credential[];
  readonly operation: (id: string) => Operation;
  readonly match: (method: string, segments: readonly string[]) => PathMatch<string> | Rejection;
  /** Validators of the requests for an operation; `undefined` if it takes any. */
  readonly validators: (id: string) => Validators | undefined | Promise<Validators | undefined>;
  /** Generates a body of a declared response. Absent from a server that can't. */
  readonly generate?: (id: string, code: string, mediaType: string) => Promise<GeneratedBody>;
  readonly plan: Plan;
  /** Returns the step of an operation for which nothing is planned. Absent from a server without any. */
  readonly defaultStep?: (operation: Operation) => Step;
  /** The tester's named failures, which a request can prefer like an example. */
  readonly failures: ReadonlyMap<string, Step>;
  /** Whether to reject parameters that the contract doesn't declare. */
  readonly strict: boolean;
}

/** A generated body and its problem if it is invalid, or one sentence that says why there is none. */
export interface GeneratedBody extends Partial<Pick<SelectedResponse, "source">> {
  readonly value?: unknown;
  readonly problem?: string;
}

export interface MatchedRequest extends ParsedRequest {
  readonly run: string;
  readonly id: string;
  readonly operation: Operation;
  readonly validators: Validators;
  /** By name, decoded. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The names of the query parameters that the contract doesn't declare. */
  readonly undeclared: readonly string[];
}

export interface SelectedResponse {
  readonly status: number;
  /** Empty without content. */
  readonly body: string;
  readonly source: Source;
  /** The code under which the contract declares it. Absent from the response to a rejected request. */
  readonly code?: string;
  readonly example?: string | undefined;
  /** The contract's, the tester's, and those that describe this response, such as `mock-source`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Why the mock rejected the request, if it did. */
  readonly rejection?: string | undefined;
}

/** One request and its response: the source of the response on the wire, the journal and the coverage. */
export interface MockExchange {
  readonly method: string;
  /** The test run that `Mock-Run` names; empty without one. */
  readonly run: string;
  /** As far as it could be parsed and matched. */
  readonly request?: ParsedRequest | MatchedRequest;
  /** The step for the response: the request's preferences, and the server's unless the request was rejected first. */
  readonly step: Step;
  /** The preferences in `Prefer`; empty once `times` is used up. */
  readonly requestPreferences?: Preferences;
  /** How many more requests a counted step is for. */
  readonly remaining?: number | undefined;
  readonly result: SelectedResponse;
}

export const matchedRequestOf = ({ request }: MockExchange): MatchedRequest | undefined =>
  request && "operation" in request ? request : undefined;

export interface MockResponse extends Pick<SelectedResponse, "status" | "headers" | "body" | "rejection"> {
  /** In milliseconds. */
  readonly delay: number;
  readonly fault: Fault | undefined;
  /** To be called once the response has gone out whole. */
  readonly markDelivered: () => void;
}
