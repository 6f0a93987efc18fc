import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answered, answerer } from "./answer.ts";
import { loadContract, ownContract } from "./contract.ts";

export interface MockOptions {
  /** Where to listen; 0 takes a free port. Default: 4010. */
  port?: number;
  /** The address to listen on. Default: 127.0.0.1, this machine alone. */
  host?: string;
  /** The contract, a YAML or JSON file. Default: the one in this package. */
  contract?: string;
  /** Gets the first look at every request outside `/api/v2/` and `/__mock/`; returns whether it answered. */
  site?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface Mock {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Reads the contract again, or another one. Rejects, and keeps the one it has, when the new one is not valid. */
  reload(contract?: string): Promise<void>;
  /** Finishes what is in flight and stops. */
  close(): Promise<void>;
}

/**
 * Starts the contract mock server.
 * @throws when Prism is not installed, the contract is not valid or the port is taken.
 */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const { port = 4010, host = "127.0.0.1", site } = options;
  let contract = options.contract ?? ownContract();
  let answer = answerer(await loadContract(contract));

  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith("/api/v2/") && site?.(request, response)) return;
    const body = await read(request);
    send(
      response,
      await answer({ method: request.method ?? "", target: request.url ?? "", headers: request.headers, body }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.off("error", reject) && undefined));
  });
  const address = server.address() as AddressInfo;

  return {
    url: `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`,
    port: address.port,
    async reload(file = contract) {
      answer = answerer(await loadContract(file));
      contract = file;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

function send(response: ServerResponse, { status, headers, body }: Answered): void {
  response.writeHead(status, { "access-control-allow-origin": "*", "access-control-expose-headers": "*", ...headers });
  response.end(body);
}
