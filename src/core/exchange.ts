import type { CompiledSchema } from "../openapi/differences.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import type { Inputs } from "./inputs.ts";
import type { Fault, Step } from "./preferences.ts";
import type { ParsedRequest } from "./request.ts";

const sources = ["contract", "tester", "generated", "mock"] as const;

/**
 * The origin of a response. `contract`: an example of the contract, or a placeholder if it has
 * none. `tester`: an example or a body of the tester. `generated`: generated from the schema.
 * `mock`: a rejection by the mock itself.
 */
export type Source = (typeof sources)[number];

/** Returns whether a value of `Mock-Source` is the mock's: a service may have such a header, too. */
export const isMockSource = (value: string | null | undefined): value is Source =>
  sources.some((source) => source === value);

export interface Validators {
  /**
   * Validates `{ path, query, header, cookie }`, each values by name; the names of headers in lower
   * case.
   */
  readonly inputs?: CompiledSchema | undefined;
  /** Returns the validator of `{ body }` for a declared media type. */
  readonly body?: (mediaType: string) => CompiledSchema | undefined;
  /** Why requests or responses of the operation aren't what the contract declares. */
  readonly problems?: readonly string[];
}

export interface MatchedRequest extends ParsedRequest {
  readonly run: string;
  readonly id: string;
  readonly operation: ServedOperation;
  readonly validators: Validators;
  /** By name, decoded. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The parameters of the operation that it has. */
  readonly inputs: Inputs;
  readonly undeclared: readonly string[];
}

export interface SelectedResponse {
  readonly status: number;
  /** Empty without content. */
  readonly body: string;
  readonly source: Source;
  /**
   * The code under which the contract declares it. Absent from the response to a rejected request.
   */
  readonly code?: string;
  readonly example?: string | undefined;
  /** The contract's, the tester's, and those that describe this response, such as `mock-source`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rejection?: string | undefined;
  /** In milliseconds. Default: none, as of the response to a rejected request. */
  readonly delay?: number | undefined;
  readonly fault?: Fault | undefined;
}

/**
 * One request and its response, as far as the steps of a server have got with them: the source of
 * the response on the wire, the journal and the coverage.
 */
export interface MockExchange {
  /** When it arrived, in milliseconds since 1970. */
  readonly time: number;
  readonly method: string;
  /** The test run that `Mock-Run` names; empty without one. */
  readonly run: string;
  /** Absent if it couldn't be parsed. */
  request?: ParsedRequest;
  /** The request, if an operation matched. */
  match?: MatchedRequest;
  /**
   * The step for the response: the request's preferences, and the server's unless the request was
   * rejected first.
   */
  step: Step;
  /** Absent while a function of the tester makes it, and if that throws. */
  result?: Omit<SelectedResponse, "body" | "headers">;
  /** Whether the response has gone out whole. Its adapter learns it later. */
  delivered: boolean;
  /** To be called then. Absent until the exchange is recorded, and if that is once it is rejected. */
  markDelivered?: () => void;
}

export interface MockResponse extends SelectedResponse {
  /** To be called once the response has gone out whole. */
  readonly markDelivered: () => void;
}
