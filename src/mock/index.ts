import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import type { JunkInboxInputNames } from "../client/options.ts";
import type { Coverage } from "../core/coverage.ts";
import { type JournalEntry, toEntry } from "../core/journal.ts";
import { addJunkInboxParameters, readInputNames } from "../core/junk-inbox.ts";
import { exampleNamesOf } from "../core/operation.ts";
import { checkOptions, OptionError } from "../core/options.ts";
import { createPlan } from "../core/plan.ts";
import { parsePreferences, rejectExample, type Step } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { createMatcher, parseTarget } from "../core/request.ts";
import { createRequestStore } from "../core/request-store.ts";
import { createResponder } from "../core/respond.ts";
import { escapeLines } from "../core/text.ts";
import { findPackageContract } from "../document/data.ts";
import { memoizeByRef } from "../openapi/cache.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { loadAll } from "../platform/peers.ts";
import { loadPrism } from "../schemas/random.ts";
import { type Contract, loadContract } from "./contract.ts";
import { handleControl, isControl, isHome, sendHome } from "./control.ts";
import { noSniff, readBodyText, respondToPreflight, sendResponse } from "./http.ts";
import { listen } from "./listen.ts";
import { formatLogLine, type LogLevel, logLevels } from "./log.ts";
import { createWatcher } from "./watch.ts";

export type { OperationCoverage } from "../core/coverage.ts";
export type { Coverage, JournalEntry, JunkInboxInputNames, LogLevel };

/** The options of a mock server. */
export interface MockOptions {
  /** The port to listen on; 0 picks a free one. Default: 4010. */
  port?: number;
  /** The address to listen on. Default: 127.0.0.1, this machine only. */
  host?: string;
  /** The contract, a YAML or JSON file. Default: the one in this package. */
  contract?: string;
  /**
   * A YAML or JSON file with your own examples: by operation id, by name. They add to the
   * contract's or replace them. The id of a name-only operation is `POST /api/v2/…`; `failures` has
   * failures by name, each with `code`, and optionally with `headers`, `body`, `delay` and `fault`.
   * Default: none.
   */
  examples?: string;
  /**
   * The names of the four inputs of the junk inbox, as in the client's options. With them, its
   * rooms come in true pages, from page 0. Default: none.
   */
  junkInboxInputNames?: JunkInboxInputNames;
  /**
   * Default preferences, as in `Prefer`: `delay=100`. Steps and a request's own override them.
   * Default: none.
   */
  prefer?: string;
  /**
   * Whether to reject query parameters that the contract doesn't declare, and planned bodies that it
   * rules out. Default: false, the response names them.
   */
  strict?: boolean;
  /** How much the mock logs on stderr. Default: `warn`. */
  logLevel?: LogLevel;
  /**
   * Host names under which `/__mock/` responds, in addition to this machine's and `host`, and to
   * which it sends webhooks: `["mock", "app"]` in a network of containers. Default: none.
   */
  allowHosts?: readonly string[];
  /**
   * Whether to reload when the contract, a file that it refers to, or `examples` changes. Default:
   * false.
   */
  watch?: boolean;
  /**
   * Handles requests outside the contract's paths and `/__mock/`; returns whether it responded.
   * Default: none.
   */
  site?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A mock server that listens. */
export interface Mock {
  /** The address of the mock, without a slash at the end. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /**
   * Reads the contract and the examples again, after earlier reloads. Invalid ones reject and
   * change nothing.
   */
  reload(): Promise<void>;
  /**
   * Returns the latest 5,000 requests, or those of one test run, the oldest first; fewer if their
   * bodies are large.
   */
  journal(run?: string): readonly JournalEntry[];
  /** Returns the coverage of the contract, in all test runs or in one. */
  coverage(run?: string): Coverage;
  /** Stops the mock. Requests in flight have half a second to finish. */
  close(): Promise<void>;
}

const optionTypes = {
  port: "number",
  host: "string",
  contract: "string",
  examples: "string",
  junkInboxInputNames: "object",
  prefer: "string",
  strict: "boolean",
  logLevel: "string",
  allowHosts: "object",
  watch: "boolean",
  site: "function",
} satisfies Record<keyof MockOptions, string>;

/**
 * Starts the contract mock server.
 * @throws if an option or the contract is invalid, a package that it needs isn't installed, or the
 * address is taken.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions("startMock", options, optionTypes);
  // An empty host would be every address of the machine.
  const empty = (["host", "contract", "examples"] as const).find((name) => options[name] === "");
  if (empty) throw new OptionError(empty, "must not be empty.");
  const address = { port: options.port ?? 4010, host: options.host ?? "127.0.0.1" };
  const {
    junkInboxInputNames = {},
    logLevel = "warn",
    strict = false,
    allowHosts = [],
    watch = false,
    site,
  } = options;
  if (!logLevels.includes(logLevel))
    throw new OptionError("logLevel", `must be one of ${logLevels.join(", ")}.`);
  if (!Array.isArray(allowHosts) || !allowHosts.every(isHostName)) {
    throw new OptionError(
      "allowHosts",
      "must be names of hosts without a scheme, port or path, such as mock.",
    );
  }
  const prefer = parsePreferences(options.prefer ?? "");
  if (isRejection(prefer)) throw new OptionError("prefer", `isn't valid: ${prefer.detail}`);
  const store = createRequestStore();
  const plan = createPlan(store);
  const toHostName = (name: string) => (isIPv6(name) ? `[${name}]` : name).toLowerCase();
  const allowedHosts = [address.host, ...allowHosts].map(toHostName);
  const warn = (message: string) => {
    if (logLevel !== "silent") console.error(escapeLines(message));
  };
  /** The stubs of the control API, by id. */
  let stubs: Contract["operations"] = {};
  const watcher = createWatcher(async (file) => {
    const problem = await reload().catch(
      ({ message }) => `${message}\nThe mock keeps the last valid version.`,
    );
    warn(problem ?? `Reloaded ${file}.`);
  });
  let loaded: ReturnType<typeof prepare>;
  let loading: Promise<unknown> = Promise.resolve();
  await loadAll(reload(), prefer.dynamic ? loadPrism() : undefined).catch(stopWatching);

  /** Loads one version after the other: of two at once, the older one could end last. */
  function reload(): Promise<void> {
    const { contract = findPackageContract(), examples } = options;
    const result = loading.then(async () => {
      loaded = prepare(
        await loadContract(contract, examples, warn, watch ? watcher.add : () => {}),
      );
    });
    loading = result.catch(() => {});
    return result;
  }

  function stopWatching(error: unknown): never {
    watcher.close();
    throw error;
  }

  function prepare(contract: Contract) {
    const inputs = readInputNames(junkInboxInputNames, contract.credentials);
    const operations: Contract["operations"] = Object.fromEntries(
      Object.entries({ ...stubs, ...contract.operations }).map(([id, operation]) => [
        id,
        addJunkInboxParameters(id, operation, inputs),
      ]),
    );
    const defaultStep = createDefaultSteps(prefer, { ...contract, operations });
    const match = createMatcher(operations, contract.basePaths, contract.rateFit);
    const operation = (id: string) => operations[id] as ServedOperation;
    const respond = createResponder(
      { ...contract, operation, match, plan, defaultStep, strict },
      store,
    );
    return { contract, operations, match, respond };
  }

  /** Adds a stub of the control API, which a reload keeps, or removes it. */
  function setStub(id: string, stub: ServedOperation | undefined): void {
    const { [id]: _, ...others } = stubs;
    stubs = stub ? { ...others, [id]: stub } : others;
    loaded = prepare(loaded.contract);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    if (isControl(url)) {
      const state = { ...loaded.contract, ...loaded, setStub, store, plan, allowedHosts };
      return handleControl(request, response, state);
    }
    if (respondToPreflight(request, response)) return;
    if ((site || isHome(url)) && !isServed(url)) {
      response.setHeaders(new Map(Object.entries(noSniff)));
      if (site?.(request, response)) return;
      if (isHome(url)) return sendHome(request, response);
    }
    const mockResponse = await loaded.respond({
      method,
      target: url,
      headers,
      body: await readBodyText(request),
    });
    const { status, rejection } = mockResponse;
    if (status === 501 && rejection !== undefined) warn(rejection);
    if (logLevel === "info") process.stderr.write(`${formatLogLine(method, mockResponse)}\n`);
    await sendResponse(response, mockResponse);
  }

  function isServed(url: string): boolean {
    const target = parseTarget(url);
    const match = isRejection(target) ? target : loaded.match("GET", target.segments);
    return !isRejection(match) || match.status === 405;
  }

  const { url, port, close } = await listen(address, handle, warn).catch(stopWatching);

  return {
    url,
    port,
    reload,
    close() {
      watcher.close();
      return close();
    },
    journal: (run) => store.exchanges(run).map(toEntry),
    coverage: (run) => store.coverage(loaded.operations, run),
  };
}

const isHostName = (name: unknown): boolean =>
  typeof name === "string" && (isIPv6(name) || /^[^/:?#@\s]+$/.test(name));

/**
 * Creates the function that returns the default step of an operation. An example that it doesn't
 * have is for others.
 * @throws OptionError if nothing has the example.
 */
function createDefaultSteps(
  prefer: Step,
  { operations, failures }: Pick<Contract, "operations" | "failures">,
): (operation: ServedOperation) => Step {
  const { example = "", ...withoutExample } = prefer;
  const examplesOf = (operation: ServedOperation) => [
    ...exampleNamesOf(operation),
    ...failures.keys(),
  ];
  const exampleNames = new Set(Object.values(operations).flatMap(examplesOf));
  if (example !== "" && !exampleNames.has(example)) {
    const { detail } = rejectExample(400, example, exampleNames);
    throw new OptionError("prefer", `isn't valid: ${detail}`);
  }
  return memoizeByRef((operation) => ({
    ...(examplesOf(operation).includes(example) ? prefer : withoutExample),
  }));
}
