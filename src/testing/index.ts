/// <reference lib="esnext.disposable" preserve="true" />
// For integrators whose `lib` lacks `Symbol.asyncDispose`.
import type { OperationId } from "../../generated/operations.ts";
import type { Coverage } from "../core/coverage.ts";
import { stub, stubId } from "../core/examples.ts";
import type { JournalEntry } from "../core/journal.ts";
import { matcher } from "../core/match.ts";
import { createMemory } from "../core/memory.ts";
import type { Operation } from "../core/operation.ts";
import { checkOptions } from "../core/options.ts";
import { checkInputNames } from "../core/pages.ts";
import { createPlan } from "../core/plan.ts";
import { isRejection } from "../core/rejection.ts";
import { createResponder } from "../core/respond.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { type Behaviours, createBehaviour, type Stub } from "./behaviours.ts";
import { createFetch } from "./fetch.ts";
import { declaredOperations, produce } from "./operations.ts";

export type { OperationCoverage } from "../core/coverage.ts";
export type { Source } from "../core/exchange.ts";
export type { Fault } from "../core/faults.ts";
export type { Preferences } from "../core/preferences.ts";
export type { Behaviour, Behaviours, FailureResponse, Stub, TestRequest } from "./behaviours.ts";
export type { Coverage, JournalEntry };

export interface TestServerOptions {
  /**
   * The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages, from
   * page 0.
   */
  junkInboxInputNames?: JunkInboxInputNames;
  /** Whether to reject query parameters that the contract does not declare. Default: false, the response names them. */
  strict?: boolean;
}

export interface TestServer {
  /** Pass this to the client as its `fetch`, or to whatever calls `fetch`. It opens no connection. */
  readonly fetch: typeof globalThis.fetch;
  /** What each operation does next. Default: it responds with the contract's first example. */
  readonly on: Behaviours & {
    /**
     * A stub for an operation that the contract knows by name only. Default: it responds with `null` and status 200.
     * @param path From `/`, decoded, without a query; `{name}` where a value belongs.
     * @throws TypeError for an operation of the contract, and an invalid method or path.
     */
    request(method: string, path: string): Stub;
  };
  /** Every request so far, the oldest first; the latest 5,000 are kept, fewer where their bodies are large. */
  calls(): readonly JournalEntry[];
  /** What of the contract, and of the stubs, has been used so far. */
  coverage(): Coverage;
  /**
   * Asserts that operations were called, with at least one request that was not rejected.
   * @param ids Default: all of the contract, and the stubs.
   * @throws an error that names those that were not called.
   */
  assertAllCalled(...ids: OperationId[]): void;
  /**
   * Asserts that each step with `times` was used that often.
   * @throws an error that names the operations with unused steps.
   */
  assertAllUsed(): void;
  /** Forgets the calls, the stubs, and the behaviour of every operation. */
  reset(): void;
  /** `assertAllUsed`, at the end of the block: `await using server = createTestServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A test server in this process. It responds as the mock server does, from the contract's examples, and needs neither a
 * port nor a dependency: it runs wherever `fetch` does. It generates no bodies and ignores `Accept`.
 * @throws TypeError for an invalid option, and where the names of the junk inbox inputs could not be told apart.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  checkOptions("createTestServer", options, { junkInboxInputNames: "object", strict: "boolean" });
  const { junkInboxInputNames: inputNames = {}, strict = false } = options;
  checkInputNames(inputNames);
  const declared: Readonly<Record<string, Operation>> = declaredOperations(inputNames);
  const memory = createMemory();
  const plan = createPlan(memory.sequences);
  let operations = declared;
  let respond = responder();

  function responder() {
    const rest = { produce, defaults: plan.next, inputNames, strict, failures: new Map() };
    return createResponder({ operations, ...rest }, memory);
  }
  function request(method: string, path: string): Stub {
    const id = stubId(method.toUpperCase(), path);
    const operation = stub(id);
    if (!operation) throw new TypeError("A stub takes a method, and a decoded path from / without a query.");
    const known = matcher(declared)(operation.method, path.slice(1).split("/"));
    if (!isRejection(known)) throw new TypeError(`The contract has this operation: use on.${known.id}.`);
    operations = { ...operations, [id]: operation };
    respond = responder();
    return createBehaviour(id, operation, plan);
  }
  const behaviours = Object.entries(declared).map(([id, operation]) => [id, createBehaviour(id, operation, plan)]);
  const coverage = () => memory.coverage.report(operations);

  function assertAllUsed(): void {
    const unused = plan.unused().map(({ id, left }) => `${id} (${left} left)`);
    if (unused.length > 0) throw new Error(`Steps not used: ${unused.join(", ")}.`);
  }
  return {
    fetch: createFetch((request) => respond(request)),
    on: Object.assign(Object.fromEntries(behaviours), { request }),
    calls: () => memory.journal.entries(),
    coverage,
    assertAllCalled(...wanted) {
      const ids = Object.keys(operations);
      const unknown = wanted.filter((id) => !ids.includes(id));
      if (unknown.length > 0) throw new TypeError(`Unknown operation: ${unknown.join(", ")}.`);
      const { untouched } = coverage();
      const missing = (wanted.length > 0 ? wanted : ids).filter((id) => untouched.includes(id));
      if (missing.length === 0) return;
      const rejected = memory.journal.entries().filter(({ operation }) => missing.some((id) => id === operation));
      const why = rejected.map(({ operation, rejection }) => ` ${operation} was rejected: ${rejection}`);
      throw new Error(`Not called: ${missing.join(", ")}.${[...new Set(why)].join("")}`);
    },
    assertAllUsed,
    reset() {
      memory.reset();
      plan.reset();
      operations = declared;
      respond = responder();
    },
    // Not every browser has the symbol.
    ...(Symbol.asyncDispose && { [Symbol.asyncDispose]: async () => assertAllUsed() }),
  } as TestServer;
}
