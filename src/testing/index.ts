/// <reference lib="esnext.disposable" preserve="true" />
// For integrators whose `lib` doesn't have `Symbol.asyncDispose`.

import { fixtures } from "#generated/fixtures.ts";
import { type OperationId, operations as rows } from "#generated/operations.ts";
import { basePaths, credentials, security, servers } from "#generated/servers.ts";
import type { JunkInboxInputNames } from "../client/options.ts";
import type { Coverage } from "../core/coverage.ts";
import type { Validators } from "../core/exchange.ts";
import { type JournalEntry, toEntry } from "../core/journal.ts";
import { addJunkInboxParameters, readInputNames } from "../core/junk-inbox.ts";
import { createStub } from "../core/operation.ts";
import { checkOptions } from "../core/options.ts";
import { createPlan } from "../core/plan.ts";
import { isRejection } from "../core/rejection.ts";
import { createMatcher } from "../core/request.ts";
import { createRequestStore } from "../core/request-store.ts";
import { createResponder } from "../core/respond.ts";
import { describeUnknown } from "../core/text.ts";
import { memoizeByRef } from "../openapi/cache.ts";
import { findDifferences } from "../openapi/differences.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import type { Route } from "../openapi/path.ts";
import { findContents } from "../openapi/status.ts";
import { type Behaviors, createBehavior, type Examples, type Stub } from "./behaviors.ts";
import { createTestFetch } from "./fetch.ts";

export type { OperationCoverage } from "../core/coverage.ts";
export type { Source } from "../core/exchange.ts";
export type { Fault, Preferences } from "../core/preferences.ts";
export type {
  Behavior,
  Behaviors,
  Examples,
  FailureResponse,
  Stub,
  TestRequest,
} from "./behaviors.ts";
export type { Coverage, JournalEntry };

/** The options of a test server. */
export interface TestServerOptions {
  /**
   * The names of the four inputs of the junk inbox, as in the client's options. With them, its
   * rooms come in true pages, from page 0. Default: none.
   */
  junkInboxInputNames?: JunkInboxInputNames;
  /**
   * Whether to reject query parameters that the contract doesn't declare, and planned bodies that it
   * rules out: as they are sent, with status 500. Default: false, the response names them.
   */
  strict?: boolean;
}

/** A test server, with nothing planned at first. */
export interface TestServer {
  /**
   * Pass this to the client as its `fetch`, or to whatever calls `fetch`. It opens no connection.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The steps of each operation. Default: respond with the example that is named like a path value,
   * else the first.
   */
  readonly on: Behaviors & {
    /**
     * Creates a stub for a name-only operation. Default: it responds with `null` and status 200.
     * @param path From `/`, decoded, without a query; `{name}` for each path value.
     * @throws TypeError for an operation of the contract, and an invalid method or path.
     */
    request(method: string, path: string): Stub;
  };
  /**
   * The contract's examples of successful responses, by operation and name: each a copy, to change
   * and pass to `replyWith`.
   */
  readonly examples: Examples;
  /**
   * Returns the latest 5,000 requests, the oldest first; fewer if their bodies are large. One whose
   * function is still at work, or threw, has no `status`.
   */
  calls(): readonly JournalEntry[];
  /** Returns the coverage of the contract and of the stubs so far. */
  coverage(): Coverage;
  /**
   * Asserts that operations were called, with at least one request that wasn't rejected.
   * @param ids Default: all of the contract, and the stubs.
   * @throws an error that names the uncalled operations, and TypeError for an unknown one.
   */
  assertAllCalled(...ids: OperationId[]): void;
  /**
   * Asserts that each step with `times` was used that often.
   * @throws an error that names the operations with unused steps.
   */
  assertAllUsed(): void;
  /** Forgets the calls, their coverage, the stubs and all steps. */
  reset(): void;
  /** Calls `assertAllUsed` at the end of the block: `await using server = createTestServer()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

// Operations and matchers are created on first use, for all servers: one for a thousand operations
// costs no more.
const createOperationOnce = memoizeByRef((create: (typeof servers)[OperationId]) => create());
const matcherOf = memoizeByRef((routes: Readonly<Record<string, Route>>) =>
  createMatcher(routes, basePaths),
);

const isDeclared = (id: string | symbol): id is OperationId => Object.hasOwn(rows, id);

// An import takes longer than the rest of a call, also the second time.
let loadingRequests: Promise<typeof import("#generated/requests.js")> | undefined;

async function loadValidators(id: string): Promise<Validators | undefined> {
  if (!isDeclared(id)) return undefined;
  loadingRequests ??= import("#generated/requests.js");
  const { [id]: own = {} } = (await loadingRequests).requests;
  return { inputs: own["inputs"], body: (mediaType) => own[mediaType] };
}

/**
 * Creates a test server in this process. It responds as the mock server does, from the contract's
 * examples, and needs neither a port nor a dependency: it runs in any runtime with `fetch`. It
 * generates no random bodies.
 * @throws TypeError for an invalid option, and if two inputs share a name, or an input shares it
 * with a credential.
 */
export function createTestServer(options: TestServerOptions = {}): TestServer {
  checkOptions("createTestServer", options, { junkInboxInputNames: "object", strict: "boolean" });
  const { junkInboxInputNames = {}, strict = false } = options;
  const inputs = readInputNames(junkInboxInputNames, credentials);
  const store = createRequestStore();
  const plan = createPlan(store);
  /** The contract's operations, and the stubs. */
  let routes: Readonly<Record<string, Route | ServedOperation>> = rows;

  function operationOf(id: string): ServedOperation {
    return isDeclared(id)
      ? addJunkInboxParameters(id, createOperationOnce(servers[id]), inputs)
      : (routes[id] as ServedOperation);
  }
  const respond = createResponder(
    {
      credentials,
      operation: operationOf,
      match: (method, segments) => matcherOf(routes)(method, segments),
      validators: loadValidators,
      compare: async (id, status, mediaType, body) => {
        const { responses } = await import("#generated/validators.js");
        const [content] = findContents(responses[id] ?? [], status, mediaType);
        return content?.schema ? findDifferences(content.schema, body) : [];
      },
      generate: ({ generatedBody = {} }) => generatedBody,
      plan,
      failures: new Map(),
      strict,
    },
    store,
  );
  function request(method: string, path: string): Stub {
    const id = `${method.toUpperCase()} ${path}`;
    const operation = createStub(id, matcherOf(rows), security);
    if (isRejection(operation)) throw new TypeError(operation.detail);
    routes = { ...routes, [id]: operation };
    return createBehavior(id, operation, plan);
  }
  const listIds = () => Object.keys(routes);
  const behaviors = new Proxy({} as TestServer["on"], {
    get(target, name) {
      if (name === "request") return request;
      if (isDeclared(name)) return createBehavior(name, operationOf(name), plan);
      // Inspectors and promise checks probe these names.
      if (typeof name === "symbol" || name === "then" || name === "toJSON" || name in target) {
        return Reflect.get(target, name);
      }
      throw new TypeError(describeUnknown("operation", name, [...Object.keys(rows), "request"]));
    },
  });
  const coverage = () =>
    store.coverage(Object.fromEntries(listIds().map((id) => [id, operationOf(id)])));

  function assertAllUsed(): void {
    const unused = plan.listUnused().map(({ id, remaining }) => `${id} (${remaining} left)`);
    if (unused.length > 0) throw new Error(`Steps not used: ${unused.join(", ")}.`);
  }
  return {
    fetch: createTestFetch(respond),
    on: behaviors,
    examples: fixtures,
    calls: () => store.exchanges().map(toEntry),
    coverage,
    assertAllCalled(...requiredIds) {
      const unknown = requiredIds.find((id) => !listIds().includes(id));
      if (unknown !== undefined)
        throw new TypeError(describeUnknown("operation", unknown, listIds()));
      const { untouched } = coverage();
      const uncalled = (requiredIds.length > 0 ? requiredIds : listIds()).filter((id) =>
        untouched.includes(id),
      );
      if (uncalled.length === 0) return;
      const rejected = store
        .exchanges()
        .map(toEntry)
        .filter(({ operation = "" }) => uncalled.includes(operation));
      const reasons = rejected.map(
        ({ operation, rejection }) => ` ${operation} was rejected: ${rejection}`,
      );
      throw new Error(`Not called: ${uncalled.join(", ")}.${[...new Set(reasons)].join("")}`);
    },
    assertAllUsed,
    reset() {
      store.reset();
      plan.reset();
      routes = rows;
    },
    // Not every browser has the symbol.
    ...(Symbol.asyncDispose && { [Symbol.asyncDispose]: async () => assertAllUsed() }),
  } as TestServer;
}
