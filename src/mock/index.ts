import type { IncomingMessage, ServerResponse } from "node:http";
import type { JunkInboxInputNames } from "../options.ts";
import { answerer, createMemory } from "../testing/answer.ts";
import type { Attempt, Coverage } from "../testing/journal.ts";
import { checkOptions } from "../testing/options.ts";
import { checkNames } from "../testing/pages.ts";
import { applies, type Preferences, parsePrefer } from "../testing/prefer.ts";
import { redact } from "../testing/redact.ts";
import { Refusal } from "../testing/refusal.ts";
import { lasting, type Taken } from "../testing/sequences.ts";
import type { DeclaredAnswer } from "../testing/surface.ts";
import { type Contract, loadContract, ownContract } from "./contract.ts";
import { control, isControl } from "./control.ts";
import { engine } from "./engine.ts";
import { listen } from "./listen.ts";
import { type LogLevel, line, logLevels } from "./log.ts";
import { deliver, preflight, readBody } from "./wire.ts";

export type { Attempt, Coverage, JunkInboxInputNames, LogLevel };

export interface MockOptions {
  /** Where to listen; 0 takes a free port. Default: 4010. */
  port?: number;
  /** The address to listen on. Default: 127.0.0.1, this machine alone. */
  host?: string;
  /** The contract, a YAML or JSON file. Default: the one in this package. */
  contract?: string;
  /** A YAML or JSON file with examples of your own: by operation, by name. They add to the contract's, or replace them. */
  examples?: string;
  /** The names of the four inputs of the junk inbox, as the client has them. With them, its rooms come in true pages. */
  junkInboxInputNames?: JunkInboxInputNames;
  /** What every request prefers that does not prefer otherwise, as in a `Prefer` header: `delay=100`. Default: nothing. */
  prefer?: string;
  /** Default: `warn`. */
  logLevel?: LogLevel;
  /** Gets the first look at every request outside `/api/v2/` and `/__mock/`; returns whether it answered. */
  site?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface Mock {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Reads the contract and the examples again, or another contract. Rejects, and changes nothing, when they are not valid. */
  reload(contract?: string): Promise<void>;
  /** The latest 5,000 requests, of all test runs or of one. */
  journal(run?: string): readonly Attempt[];
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
  logLevel: "string",
  site: "function",
};

const namesOf = ({ examples }: DeclaredAnswer) => [...examples.keys()];

/**
 * Starts the contract mock server.
 * @throws when Prism is not installed, an option or the contract is not valid, or the address cannot be listened on.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  checkOptions("startMock", options, optionTypes);
  // An empty host would be every address of the machine.
  const empty = (["host", "contract", "examples"] as const).find((name) => options[name] === "");
  if (empty) throw new TypeError(`startMock: ${empty} must not be empty.`);
  const address = { port: options.port ?? 4010, host: options.host ?? "127.0.0.1" };
  const { junkInboxInputNames: names = {}, logLevel = "warn", site } = options;
  if (!logLevels.includes(logLevel)) throw new TypeError(`logLevel is one of ${logLevels.join(", ")}.`);
  checkNames(names);
  const usual = parsePrefer(options.prefer ?? "", (name) => {
    throw new Refusal(400, `Prefer: there is no preference ${name}.`);
  });
  const memory = createMemory();
  let file = options.contract ?? ownContract();
  let { contract, answer } = await load(file);

  async function load(path: string) {
    const contract = await loadContract(path, { examples: options.examples, names });
    const known = Object.values(contract.operations).flatMap(({ answers }) => answers.flatMap(namesOf));
    if (usual.example !== undefined && !known.includes(usual.example)) {
      throw new Refusal(400, `Prefer: no operation has this example. There are: ${[...new Set(known)].join(", ")}.`);
    }
    const server = { operations: contract.operations, engine: engine(contract), usual: usually(contract), names };
    return { contract, answer: answerer(server, memory) };
  }
  /** What the server prefers for an operation. An example that this one does not have is meant for another. */
  function usually({ operations }: Contract) {
    return (id: string, own: Preferences, run: string): Taken => {
      const { example = "", ...rest } = usual;
      const known = operations[id]?.answers.some(({ examples }) => examples.has(example));
      const step = known ? usual : rest;
      if (step.times !== undefined && !applies(step, own)) return lasting({});
      return memory.sequences.take(run, id, step);
    };
  }
  const coverage = (run?: string) => memory.journal.coverage(contract.operations, run);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    if (preflight(request, response)) return;
    if (isControl(url)) return control(request, response, memory, coverage);
    if (!url.startsWith("/api/v2/") && site?.(request, response)) return;
    const answered = await answer({ method, target: url, headers, body: await readBody(request) });
    if (logLevel === "info") process.stderr.write(`${line(answered)}\n`);
    await deliver(response, answered);
  }

  const warn = (message: string) => {
    if (logLevel !== "silent") console.error(redact(message, memory.find));
  };
  const { url, port, close } = await listen(address, handle, warn);

  return {
    url,
    port,
    close,
    async reload(path = file) {
      ({ contract, answer } = await load(path));
      file = path;
    },
    journal: (run) => memory.journal.attempts(run),
    coverage,
  };
}
