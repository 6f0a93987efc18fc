import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIP, type Socket } from "node:net";
import type { JunkInboxInputNames } from "../options.ts";
import { type Answered, answerer, createMemory } from "../testing/answer.ts";
import type { Attempt, Coverage } from "../testing/journal.ts";
import { parsePrefer } from "../testing/prefer.ts";
import { loadContract, ownContract } from "./contract.ts";
import { control, controlPrefix } from "./control.ts";
import { engine } from "./engine.ts";
import { deliver, preflight, readBody } from "./wire.ts";

export type { Attempt, Coverage, JunkInboxInputNames };

/** How much the mock logs, on stderr: nothing, warnings, or a line for every request as well. */
export type LogLevel = "silent" | "warn" | "info";

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

// What is still in flight after this time is cut off, so that a stop takes less than a second.
const grace = 800;

/**
 * Starts the contract mock server.
 * @throws when Prism is not installed, an option or the contract is not valid, or the address cannot be listened on.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 4010, host = "127.0.0.1", junkInboxInputNames: names = {}, logLevel = "warn", site } = options;
  const usual = parsePrefer(options.prefer ?? "");
  const memory = createMemory();
  let file = options.contract ?? ownContract();
  let { contract, answer } = await load(file);
  let closing = false;

  async function load(path: string) {
    const contract = await loadContract(path, { examples: options.examples, names });
    const server = { operations: contract.operations, engine: engine(contract), usual: () => usual, names };
    return { contract, answer: answerer(server, memory) };
  }
  const coverage = (run?: string) => memory.journal.coverage(contract.operations, run);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    if (preflight(request, response)) return;
    if (url.startsWith(controlPrefix)) return control(request, response, memory, coverage);
    if (!url.startsWith("/api/v2/") && site?.(request, response)) return;
    const answered = await answer({ method, target: url, headers, body: await readBody(request) });
    if (logLevel === "info") console.error(line(answered));
    await deliver(response, answered);
  }

  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 });
  server.on("request", (request, response) => {
    response.once("close", () => closing && server.closeIdleConnections());
    handle(request, response).catch((error) => {
      if (logLevel !== "silent") console.error(`The mock failed. ${memory.redactor.redact(String(error))}`);
      if (!response.headersSent) response.writeHead(500, { "mock-source": "mock" });
      response.end();
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => unreadable(error, socket));
  server.on("connect", (_request, socket: Socket) => socket.end(head("405 Method Not Allowed")));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ port, host, backlog: 2048 }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
  if (logLevel !== "silent" && !isLoopback(address)) {
    console.error(`Warning: the mock listens on ${address}. Everyone who reaches this machine can use it.`);
  }

  return {
    url,
    port: bound,
    async reload(path = file) {
      ({ contract, answer } = await load(path));
      file = path;
    },
    journal: (run) => memory.journal.attempts(memory.redactor.redact, run),
    coverage,
    async close() {
      closing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** What the log tells of a request. No path: it may hold a token that nobody has told the mock of yet. */
function line({ attempt: { method, operation = "no operation", status, source, example }, fault }: Answered): string {
  return [method, operation, status, example ?? source, ...(fault ? [`fault ${fault}`] : [])].join(" ");
}

const isLoopback = (address: string) => address === "::1" || (isIP(address) === 4 && address.startsWith("127."));

/** Answers what is no HTTP request, or takes too long to become one. */
function unreadable({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  if (code === "HPE_HEADER_OVERFLOW") socket.end(head("431 Request Header Fields Too Large"));
  else if (code === "ERR_HTTP_REQUEST_TIMEOUT") socket.end(head("408 Request Timeout"));
  else socket.end(head("400 Bad Request"));
}

const head = (status: string) =>
  `HTTP/1.1 ${status}\r\nMock-Source: mock\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;
