import { type OperationId, operations } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { answerer, createMemory } from "./answer.ts";
import { type Behaviour, type Behaviours, behaviours } from "./behaviours.ts";
import { engine, surface } from "./engine.ts";
import type { Attempt, Coverage } from "./journal.ts";
import { checkOptions } from "./options.ts";
import { checkNames } from "./pages.ts";
import { type Sent, send } from "./send.ts";

export type { OperationCoverage, Source } from "./journal.ts";
export type { Fault, Preferences } from "./prefer.ts";
export type { Attempt, Behaviour, Behaviours, Coverage };

export interface TestServerOptions {
  /** The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages. */
  junkInboxInputNames?: JunkInboxInputNames;
}

export interface TestServer {
  /** Give this to the client as its `fetch`, or to whatever calls `fetch`. It opens no connection. */
  readonly fetch: typeof globalThis.fetch;
  /** What each operation does next. Without a word it answers the first example of the contract. */
  readonly on: Behaviours;
  /** Every attempt so far, the oldest first; the latest 5,000 are kept. */
  calls(): readonly Attempt[];
  /** What of the contract has been used so far. */
  coverage(): Coverage;
  /**
   * Asserts that operations have been called, and not only refused.
   * @param ids Default: all of the contract.
   * @throws an error that names those that have not been called.
   */
  assertAllCalled(...ids: OperationId[]): void;
  /** Forgets the calls, and what the operations were told to do. */
  reset(): void;
}

const ids = Object.keys(operations) as OperationId[];

/**
 * A test server in this process. It answers as the mock server does, from the examples of the contract, and needs no
 * port and no dependency: it runs wherever `fetch` does. It makes up no bodies and does not look at `Accept`.
 * @throws TypeError for an option that is none, and where the names of the junk inbox inputs could not be told apart.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  checkOptions("createTestServer", options, { junkInboxInputNames: "object" });
  const { junkInboxInputNames: names = {} } = options;
  checkNames(names);
  const memory = createMemory();
  const bodies = new Map<string, unknown>();
  const declared = surface(names, bodies);
  const { on, next, reset } = behaviours(ids, bodies);
  const answer = answerer({ operations: declared, engine: engine(bodies), usual: next, names }, memory);
  const coverage = () => memory.journal.coverage(declared);
  return {
    fetch: (input: Sent, init?: RequestInit) => send(answer, input, init),
    on,
    calls: () => memory.journal.attempts(),
    coverage,
    assertAllCalled(...wanted) {
      const strange = wanted.filter((id) => !ids.includes(id));
      if (strange.length > 0) throw new TypeError(`There is no operation ${strange.join(", ")}.`);
      const { untouched } = coverage();
      const missing = (wanted.length > 0 ? wanted : ids).filter((id) => untouched.includes(id));
      const refused = memory.journal.attempts().filter(({ operation }) => missing.some((id) => id === operation));
      const why = refused.map(({ operation, refusal }) => ` ${operation} was refused: ${refusal}`);
      if (missing.length > 0) throw new Error(`Not called: ${missing.join(", ")}.${[...new Set(why)].join("")}`);
    },
    reset() {
      memory.journal.reset();
      memory.sequences.reset();
      reset();
    },
  };
}
