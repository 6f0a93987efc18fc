import type { IncomingMessage, ServerResponse } from "node:http";
import type { Coverage } from "../core/coverage.ts";
import type { JournalEntry } from "../core/journal.ts";
import { matcher } from "../core/match.ts";
import { createMemory } from "../core/memory.ts";
import { examplesOf, type Operation } from "../core/operation.ts";
import { checkOptions } from "../core/options.ts";
import { checkInputNames } from "../core/pages.ts";
import { createPlan } from "../core/plan.ts";
import { parsePreferences, type Step } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { createResponder } from "../core/respond.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { loadContract, ownContract } from "./contract.ts";
import { control, home, isControl, isHome } from "./control.ts";
import { preflight, readBody, send } from "./http.ts";
import { listen } from "./listen.ts";
import { type LogLevel, logLevels, logLine } from "./log.ts";
import { prismProducer } from "./prism-backend.ts";

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
   * A YAML or JSON file with your own examples: by operation id, by name. They add to the contract's or replace them. An
   * operation that the contract knows by name only stands as `POST /api/v2/…`; `failures` has failures by name, each with
   * `code`, and with `headers`, `body`, `delay` and `fault` if you like. Default: none.
   */
  examples?: string;
  /**
   * The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages, from
   * page 0. Default: none is known.
   */
  junkInboxInputNames?: JunkInboxInputNames;
  /** The preferences of every request that has no others, as in a `Prefer` header: `delay=100`. Default: none. */
  prefer?: string;
  /** Whether to reject query parameters that the contract does not declare. Default: false, the response names them. */
  strict?: boolean;
  /** What the mock logs on stderr. Default: `warn`. */
  logLevel?: LogLevel;
  /** Gets every request outside `/api/v2/` and `/__mock/` first; returns whether it responded. Default: none. */
  site?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A mock server that listens. */
export interface Mock {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Reads the contract and the examples again, or another contract. Invalid ones reject and change nothing. */
  reload(contract?: string): Promise<void>;
  /** The latest 5,000 requests, of all test runs or of one; fewer where their bodies are large. */
  journal(run?: string): readonly JournalEntry[];
  /** What of the contract has been used, in all test runs or in one. */
  coverage(run?: string): Coverage;
  /** Finishes what is in flight, within a second, and stops. */
  close(): Promise<void>;
}

const optionTypes: Record<keyof MockOptions, string> = {
  port: "number",
  host: "string",
  contract: "string",
  examples: "string",
  junkInboxInputNames: "object",
  prefer: "string",
  strict: "boolean",
  logLevel: "string",
  site: "function",
};

/**
 * Starts the contract mock server.
 * @throws when Prism is not installed, an option or the contract is invalid, or the address cannot be listened on.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions("startMock", options, optionTypes);
  // An empty host would be every address of the machine.
  const empty = (["host", "contract", "examples"] as const).find((name) => options[name] === "");
  if (empty) throw new TypeError(`startMock: ${empty} must not be empty.`);
  const address = { port: options.port ?? 4010, host: options.host ?? "127.0.0.1" };
  const { junkInboxInputNames: inputNames = {}, logLevel = "warn", strict = false, site } = options;
  if (!logLevels.includes(logLevel)) throw new TypeError(`logLevel must be one of ${logLevels.join(", ")}.`);
  checkInputNames(inputNames);
  const prefer = parsePreferences(options.prefer ?? "");
  if (isRejection(prefer)) throw new TypeError(`prefer: ${prefer.detail}`);
  const memory = createMemory();
  const plan = createPlan(memory.sequences, prefer);
  let file = options.contract ?? ownContract();
  let { operations, failures, webhooks, respond } = await load(file);

  async function load(path: string) {
    const contract = await loadContract(path, { examples: options.examples, inputNames });
    const { document, operations, failures, webhooks } = contract;
    checkExample(prefer as Step, operations, failures);
    const respond = createResponder(
      {
        operation: (id) => operations[id] as Operation,
        match: matcher(operations),
        produce: prismProducer(document),
        generates: true,
        defaults: plan.next,
        failures,
        strict,
      },
      memory,
    );
    return { operations, failures, webhooks, respond };
  }
  const coverage = (run?: string) => memory.coverage.report(operations, run);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    if (preflight(request, response)) return;
    if (isControl(url)) return control(request, response, { memory, plan, operations, failures, webhooks, coverage });
    if (!url.startsWith("/api/v2/") && site?.(request, response)) return;
    if (isHome(url)) return home(request, response);
    const mockResponse = await respond({ method, target: url, headers, body: await readBody(request) });
    if (logLevel === "info") process.stderr.write(`${logLine(method, mockResponse)}\n`);
    await send(response, mockResponse);
  }

  const warn = (message: string) => {
    if (logLevel !== "silent") console.error(message);
  };
  const { url, port, close } = await listen(address, handle, warn);

  return {
    url,
    port,
    close,
    async reload(path = file) {
      ({ operations, failures, webhooks, respond } = await load(path));
      file = path;
    },
    journal: (run) => memory.journal.entries(run),
    coverage,
  };
}

/** @throws TypeError where nothing has the preferred example. */
function checkExample(
  { example }: Step,
  operations: Readonly<Record<string, Operation>>,
  failures: ReadonlyMap<string, Step>,
): void {
  const known = [...Object.values(operations).flatMap(examplesOf), ...failures.keys()];
  if (example === undefined || known.includes(example)) return;
  throw new TypeError(`prefer: no operation has this example. Known: ${[...new Set(known)].join(", ")}.`);
}
