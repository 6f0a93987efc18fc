import type { fixtures } from "#generated/fixtures.ts";
import type { OperationId, Operations } from "#generated/operations.ts";
import { exampleNamesOf } from "../core/operation.ts";
import { type Condition, createCondition, type Plan, type RequestValues } from "../core/plan.ts";
import { type Fault, faults, parseStep, type Step } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { assertBody } from "../core/response.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { createConnectionError } from "./fetch.ts";

/** A request as the tester's functions get it, without the token. */
export interface TestRequest {
  /** As it was sent, such as `GET`. */
  readonly method: string;
  /** By name, decoded. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** Without declared credentials. */
  readonly query: URLSearchParams;
  /**
   * By lower-case name, without declared credentials and without headers that usually carry some.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; empty if the request has none. */
  readonly body: string;
}

/** A failure's body and headers. */
export interface FailureResponse {
  /**
   * A body, or a function that returns it, as of `replyWith`. Default: the contract's first example
   * for the status code, else `null`, because the service's body is unknown.
   */
  readonly body?: unknown;
  /** Added to those of the response. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The steps that documented operations and stubs have in common. */
interface CommonSteps {
  /** Fails with a status code of 300 to 599. */
  fail(code: number, times?: number): this;
  /** Fails with a status code of 300 to 599, and this body and these headers. */
  fail(code: number, response: FailureResponse, times?: number): this;
  // Last, since the compiler explains the last signature: it names the faults.
  /**
   * Fails on the wire. `refuse`, which only the test server can: no connection is made, so nothing
   * is sent.
   */
  fail(fault: Fault | "refuse", times?: number): this;
  /** Waits before each response, in milliseconds. */
  delay(milliseconds: number): this;
  /**
   * Plans steps for matching requests, ahead of general steps.
   * @param requests A path value (`"RELAY_TYPE"`); values by the names of path and query parameters
   * (`{ page: "1" }`) and by JSON pointers into the body (`{ "/text": "Hello" }`); or a function
   * that returns whether a request is one of them.
   */
  for(requests: RequestValues | ((request: TestRequest) => boolean)): this;
}

/**
 * The steps of one operation. Steps without `times` last until the next such step; steps with it
 * come first, in the order in which they were added. An invalid argument throws a `TypeError`.
 */
export interface Behavior<Example extends string, Body> extends CommonSteps {
  /** Responds with a named example of the contract. */
  reply(example: Example, times?: number): this;
  /**
   * Responds with your body, or with what your function returns. An envelope can have `success:
   * false` and any fields, as the service's are unknown.
   */
  readonly replyWith: [Body] extends [{ success: true }]
    ? EnvelopeReply<Body, this>
    : BodyReply<Body, this>;
}

/** Makes the body of each response: an echo, a counter, or a state of your own. */
type CreateBody<Body> = (request: TestRequest) => Body | Promise<Body>;
interface BodyReply<Body, Self> {
  (create: CreateBody<Body>, times?: number): Self;
  (body: Body, times?: number): Self;
}
/**
 * Several signatures instead of a union: the compiler names the fields that a body doesn't have.
 */
interface EnvelopeReply<Body, Self> {
  (create: CreateBody<Body | { success: false; [field: string]: unknown }>, times?: number): Self;
  (body: { success: false; [field: string]: unknown }, times?: number): Self;
  (body: Body, times?: number): Self;
}

/** The steps of a name-only operation. */
export interface Stub extends CommonSteps {
  /** Responds with your body, or with what your function returns, and status 200. */
  readonly replyWith: BodyReply<unknown, this>;
}

type ExampleName<Id extends OperationId> = Extract<keyof (typeof fixtures)[Id], string>;
type ResponseBody<Id extends OperationId> = Awaited<ReturnType<Operations<never>[Id]>>;

/** The steps of each documented operation, by its id. */
export type Behaviors = {
  readonly [Id in OperationId]: Behavior<ExampleName<Id>, ResponseBody<Id>>;
};

/** An example of an operation's response. Of a stream, it is the text. */
type Example<Body> = Body extends ReadableStream ? string : Body;

/** The examples of each documented operation, by its id and by name. */
export type Examples = {
  readonly [Id in OperationId]: { readonly [Name in ExampleName<Id>]: Example<ResponseBody<Id>> };
};

const refuse = () => {
  throw createConnectionError("ECONNREFUSED");
};

export function createBehavior(
  id: string,
  operation: ServedOperation,
  plan: Plan,
  condition?: Condition,
) {
  function add(step: Step | { readonly fault: Fault }, times?: number) {
    const { body = null } = step as Step;
    if (typeof body !== "function")
      assertBody(body, "The body is", "Pass a value, null, or a function that returns one.");
    const parsedStep = parseStep({ ...step, times }, exampleNamesOf(operation));
    if (isRejection(parsedStep)) throw new TypeError(parsedStep.detail);
    plan.add(id, { step: parsedStep, condition });
    return behavior;
  }
  const behavior: Behavior<string, unknown> & Stub = {
    reply(example, times) {
      if (typeof example === "string") return add({ example }, times);
      throw new TypeError("reply takes the name of an example, replyWith a body.");
    },
    replyWith(body: unknown, times?: number) {
      if (body === undefined)
        throw new TypeError(
          "replyWith takes a body, which can be null, or a function that returns one.",
        );
      return add({ body }, times);
    },
    fail(
      failure: Fault | "refuse" | number,
      second: FailureResponse | number = {},
      third?: number,
    ) {
      const [response, times] = typeof second === "number" ? [{}, second] : [second, third];
      if (failure === "refuse") return add({ body: refuse }, times);
      if (typeof failure !== "number") {
        if (faults.includes(failure)) return add({ fault: failure }, times);
        throw new TypeError(
          `fail takes a status code, or a fault: ${faults.join(", ")} or refuse.`,
        );
      }
      if (failure < 300) throw new TypeError("The status code of a failure must be 300 to 599.");
      return add({ ...response, code: failure }, times);
    },
    delay: (milliseconds) => add({ delay: milliseconds }),
    for(requests) {
      const isMatch =
        typeof requests === "function" ? requests : createCondition(requests, operation);
      if (isRejection(isMatch)) throw new TypeError(isMatch.detail);
      return createBehavior(
        id,
        operation,
        plan,
        (request) => (condition?.(request) ?? true) && isMatch(request),
      );
    },
  };
  return behavior;
}
