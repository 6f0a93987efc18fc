/// <reference lib="esnext.disposable" preserve="true" />
// For integrators whose `lib` lacks `Symbol.asyncDispose`.
import { type OperationId, operations as rows } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import type { Coverage } from "../core/coverage.ts";
import type { JournalEntry } from "../core/journal.ts";
import { matcher } from "../core/match.ts";
import { createMemory } from "../core/memory.ts";
import type { Operation } from "../core/operation.ts";
import { checkOptions } from "../core/options.ts";
import { checkInputNames, withInputNames } from "../core/pages.ts";
import { createPlan } from "../core/plan.ts";
import { isRejection } from "../core/rejection.ts";
import { namesIn } from "../core/request.ts";
import { createResponder } from "../core/respond.ts";
import { stub, stubId } from "../core/stubs.ts";
import { type Behaviors, createBehavior, type Stub } from "./behaviors.ts";
import { createFetch } from "./fetch.ts";
import { credentials, declaredOperation, isDeclared, matchDeclared, security, validatorsOf } from "./operations.ts";

export type { OperationCoverage } from "../core/coverage.ts";
export type { Source } from "../core/exchange.ts";
export type { Fault } from "../core/faults.ts";
export type { Preferences } from "../core/preferences.ts";
export type { Behavior, Behaviors, FailureResponse, Stub, TestRequest } from "./behaviors.ts";
export type { Coverage, JournalEntry };

/** The options of a test server. */
export interface TestServerOptions {
  /**
   * The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages, from
   * page 0. Default: none is known.
   */
  junkInboxInputNames?: JunkInboxInputNames;
  /** Whether to reject query parameters that the contract does not declare. Default: false, the response names them. */
  strict?: boolean;
}

/** A test server, with nothing planned at first. */
export interface TestServer {
  /** Pass this to the client as its `fetch`, or to whatever calls `fetch`. It opens no connection. */
  readonly fetch: typeof globalThis.fetch;
  /** What each operation does next. Default: it responds with the contract's first example. */
  readonly on: Behaviors & {
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
  /** Forgets the calls, the stubs, and the behavior of every operation. */
  reset(): void;
  /** `assertAllUsed`, at the end of the block: `await using server = createTestServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A test server in this process. It responds as the mock server does, from the contract's examples, and needs neither a
 * port nor a dependency: it runs wherever `fetch` does. It generates no bodies.
 * @throws TypeError for an invalid option, and where the names of the junk inbox inputs could not be told apart.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  checkOptions("createTestServer", options, { junkInboxInputNames: "object", strict: "boolean" });
  const { junkInboxInputNames: inputNames = {}, strict = false } = options;
  checkInputNames("junkInboxInputNames", inputNames, namesIn(credentials, "query"));
  const memory = createMemory();
  const plan = createPlan(memory.sequences);
  const stubs = new Map<string, Operation>();
  let match: ReturnType<typeof matcher<string>> = matchDeclared;

  /** Made on first use: a server for a thousand operations costs no more than one for five. */
  function operation(id: string): Operation {
    const known = stubs.get(id) ?? declaredOperation(id as OperationId);
    return id === ("listJunkInbox" satisfies OperationId) ? withInputNames(known, inputNames) : known;
  }
  const respond = createResponder(
    {
      credentials,
      operation,
      match: (method, segments) => match(method, segments),
      validators: validatorsOf,
      defaults: plan.next,
      failures: new Map(),
      strict,
    },
    memory,
  );
  function request(method: string, path: string): Stub {
    const id = stubId(method.toUpperCase(), path);
    const operation = stub(id, security);
    if (!operation) throw new TypeError("A stub takes a method, and a decoded path from / without a query.");
    const known = matchDeclared(operation.method, path.slice(1).split("/"));
    if (!isRejection(known)) throw new TypeError(`The contract has this operation: use on.${known.id}.`);
    stubs.set(id, operation);
    match = matcher({ ...rows, ...Object.fromEntries(stubs) });
    return createBehavior(id, operation, plan);
  }
  const ids = () => [...Object.keys(rows), ...stubs.keys()];
  const on = new Proxy({} as TestServer["on"], {
    get(_, name) {
      if (name === "request") return request;
      return isDeclared(name) ? createBehavior(name, operation(name), plan) : undefined;
    },
  });
  const coverage = () => memory.coverage.report(Object.fromEntries(ids().map((id) => [id, operation(id)])));

  function assertAllUsed(): void {
    const unused = plan.unused().map(({ id, remaining }) => `${id} (${remaining} left)`);
    if (unused.length > 0) throw new Error(`Steps not used: ${unused.join(", ")}.`);
  }
  return {
    fetch: createFetch(respond),
    on,
    calls: () => memory.journal.entries(),
    coverage,
    assertAllCalled(...called) {
      const unknown = called.filter((id) => !ids().includes(id));
      if (unknown.length > 0) throw new TypeError(`Unknown operation: ${unknown.join(", ")}.`);
      const { untouched } = coverage();
      const missing = (called.length > 0 ? called : ids()).filter((id) => untouched.includes(id));
      if (missing.length === 0) return;
      const rejected = memory.journal.entries().filter(({ operation }) => missing.some((id) => id === operation));
      const why = rejected.map(({ operation, rejection }) => ` ${operation} was rejected: ${rejection}`);
      throw new Error(`Not called: ${missing.join(", ")}.${[...new Set(why)].join("")}`);
    },
    assertAllUsed,
    reset() {
      memory.reset();
      plan.reset();
      stubs.clear();
      match = matchDeclared;
    },
    // Not every browser has the symbol.
    ...(Symbol.asyncDispose && { [Symbol.asyncDispose]: async () => assertAllUsed() }),
  } as TestServer;
}
