import type { Finding } from "../openapi/differences.ts";
import type { GenerateBody, ServedOperation } from "../openapi/operation.ts";
import type { PathMatch } from "../openapi/path.ts";
import type { Credential } from "../openapi/security.ts";
import type { Validators } from "./exchange.ts";
import type { Plan } from "./plan.ts";
import type { Step } from "./preferences.ts";
import type { Rejection } from "./rejection.ts";

/** The parts in which the mock server and the test server differ. */
export interface EngineAdapter {
  readonly credentials: readonly Credential[];
  readonly operation: (id: string) => ServedOperation;
  readonly match: (method: string, segments: readonly string[]) => PathMatch<string> | Rejection;
  /** Validators of the requests for an operation; `undefined` if it takes any. */
  readonly validators: (id: string) => Validators | undefined | Promise<Validators | undefined>;
  /** Generates the body of a declared response for which no example is named. */
  readonly generate: GenerateBody;
  /** Absent from a server that can't. */
  readonly generateRandom?: GenerateBody;
  readonly plan: Plan;
  /**
   * Returns the step of an operation for which nothing is planned. Absent from a server without
   * any.
   */
  readonly defaultStep?: (operation: ServedOperation) => Step;
  /** The tester's named failures, which a request can prefer like an example. */
  readonly failures: ReadonlyMap<string, Step>;
  /** Rejects undeclared query parameters, and planned bodies that the contract rules out. */
  readonly strict: boolean;
  /** Compares a planned body with the contract. */
  readonly compare?: (
    id: string,
    status: number,
    mediaType: string,
    body: unknown,
  ) => Promise<readonly Finding[]>;
}
