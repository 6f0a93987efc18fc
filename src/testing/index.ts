import type { OperationId } from "../../generated/operations.ts";
import type { Coverage } from "../core/coverage.ts";
import type { JournalEntry } from "../core/journal.ts";
import { createMemory } from "../core/memory.ts";
import { checkOptions } from "../core/options.ts";
import { checkInputNames } from "../core/pages.ts";
import { createResponder } from "../core/respond.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { type Behaviour, type Behaviours, createBehaviours } from "./behaviours.ts";
import { createFetch } from "./fetch.ts";
import { operations as declare, produce } from "./fixtures-backend.ts";

export type { OperationCoverage } from "../core/coverage.ts";
export type { Source } from "../core/exchange.ts";
export type { Fault } from "../core/faults.ts";
export type { Preferences } from "../core/preferences.ts";
export type { Behaviour, Behaviours, Coverage, JournalEntry };

export interface TestServerOptions {
  /** The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages. */
  junkInboxInputNames?: JunkInboxInputNames;
}

export interface TestServer {
  /** Pass this to the client as its `fetch`, or to whatever calls `fetch`. It opens no connection. */
  readonly fetch: typeof globalThis.fetch;
  /** What each operation does next. Default: it responds with the contract's first example. */
  readonly on: Behaviours;
  /** Every request so far, the oldest first; the latest 5,000 are kept, fewer where their bodies are large. */
  calls(): readonly JournalEntry[];
  /** What of the contract has been used so far. */
  coverage(): Coverage;
  /**
   * Asserts that operations were called, with at least one request that was not rejected.
   * @param ids Default: all of the contract.
   * @throws an error that names those that were not called.
   */
  assertAllCalled(...ids: OperationId[]): void;
  /** Forgets the calls, and the behaviour of every operation. */
  reset(): void;
}

/**
 * A test server in this process. It responds as the mock server does, from the contract's examples, and needs neither a
 * port nor a dependency: it runs wherever `fetch` does. It generates no bodies and ignores `Accept`.
 * @throws TypeError for an invalid option, and where the names of the junk inbox inputs could not be told apart.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  checkOptions("createTestServer", options, { junkInboxInputNames: "object" });
  const { junkInboxInputNames: inputNames = {} } = options;
  checkInputNames(inputNames);
  const operations = declare(inputNames);
  const ids = Object.keys(operations) as OperationId[];
  const { on, next: defaults, reset } = createBehaviours(ids);
  const memory = createMemory();
  const respond = createResponder({ operations, produce, defaults, inputNames }, memory);
  const coverage = () => memory.coverage.report(operations);
  return {
    fetch: createFetch(respond),
    on,
    calls: () => memory.journal.entries(),
    coverage,
    assertAllCalled(...wanted) {
      const unknown = wanted.filter((id) => !ids.includes(id));
      if (unknown.length > 0) throw new TypeError(`Unknown operation: ${unknown.join(", ")}.`);
      const { untouched } = coverage();
      const missing = (wanted.length > 0 ? wanted : ids).filter((id) => untouched.includes(id));
      if (missing.length === 0) return;
      const rejected = memory.journal.entries().filter(({ operation }) => missing.some((id) => id === operation));
      const why = rejected.map(({ operation, rejection }) => ` ${operation} was rejected: ${rejection}`);
      throw new Error(`Not called: ${missing.join(", ")}.${[...new Set(why)].join("")}`);
    },
    reset() {
      memory.reset();
      reset();
    },
  };
}
