import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { escapeText } from "../core/text.ts";
import { isLoopbackName } from "../openapi/servers.ts";

// In milliseconds. Connections with a request in flight are closed after this time.
const grace = 500;

/** Starts an HTTP server that no request can crash. */
export async function listen(
  address: { port: number; host: string },
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  warn: (message: string) => void,
) {
  const server = createServer({
    // Longer than clients keep connections: a request that is sent as its connection closes gets a
    // reset.
    keepAliveTimeout: 120_000,
  });
  server.on("request", (request, response) => {
    handle(request, response).catch((error: unknown) => {
      // The error's message could quote the request.
      warn(`The mock failed on a request (${error instanceof Error ? error.name : "unknown"}).`);
      if (!response.headersSent) response.writeHead(500, { "mock-source": "mock" });
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) =>
      reject(Object.assign(error, { message: describeAddressError(error, address) }));
    server.once("error", fail).listen({ ...address, backlog: 2048 }, () => {
      server.off("error", fail);
      resolve();
    });
  });
  server.on("error", ({ code }: NodeJS.ErrnoException) =>
    warn(`A connection wasn't accepted (${code}).`),
  );

  const { address: ip, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${ip}]` : ip;
  if (!isLoopbackName(host))
    warn(`Warning: the mock listens on ${ip}. Anyone who can reach this machine can use it.`);
  return {
    url: `http://${host}:${port}`,
    port,
    async close(): Promise<void> {
      const timer = setTimeout(() => server.closeAllConnections(), grace);
      await new Promise((resolve) => server.close(resolve));
      clearTimeout(timer);
    },
  };
}

function describeAddressError(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): string {
  const { code, message } = error;
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. Choose another port; 0 picks a free one.`;
  if (code === "EACCES")
    return `Permission denied for port ${port}. Choose another port, such as 4010.`;
  if (code !== "EADDRNOTAVAIL" && code !== "ENOTFOUND") return message;
  return `This machine has no address ${escapeText(host)}. Choose another host.`;
}
