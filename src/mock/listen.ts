import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { replaceControls } from "../commands/command.ts";
import { isLoopbackName } from "./access.ts";

// In milliseconds. Connections with a request in flight are closed after this time.
const grace = 500;

/** Starts an HTTP server that no request can crash. */
export async function listen(
  address: { port: number; host: string },
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  warn: (message: string) => void,
) {
  const server = createServer({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    // Longer than clients keep connections: a request that is sent as its connection closes gets a reset.
    keepAliveTimeout: 120_000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false,
  });
  server.on("request", (request, response) => {
    // RFC 9112, 3.2. Node's own rejection has no `Mock-Source`.
    if (!request.headers.host && request.httpVersion === "1.1") {
      response.writeHead(400, { "mock-source": "mock", connection: "close" }).end();
      return;
    }
    handle(request, response).catch((error: unknown) => {
      // The error's message could quote the request.
      warn(`The mock failed on a request (${error instanceof Error ? error.name : "unknown"}).`);
      if (!response.headersSent) response.writeHead(500, { "mock-source": "mock" });
      response.end();
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (socket.writable) endSocket(socket, statusOf(error));
  });
  server.on("checkExpectation", (_request, response: ServerResponse) => {
    response.writeHead(417, { "mock-source": "mock" }).end();
  });
  server.on("connect", (_request, socket: Socket) => {
    socket.on("error", () => {});
    endSocket(socket, "405 Method Not Allowed");
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(Object.assign(error, { message: describeAddressError(error, address) }));
    server.once("error", fail).listen({ ...address, backlog: 2048 }, () => {
      server.off("error", fail);
      resolve();
    });
  });
  server.on("error", ({ code }: NodeJS.ErrnoException) => warn(`A connection wasn't accepted (${code}).`));

  const { address: ip, family, port } = server.address() as AddressInfo;
  const host = family === "IPv6" ? `[${ip}]` : ip;
  if (!isLoopbackName(host)) warn(`Warning: the mock listens on ${ip}. Anyone who can reach this machine can use it.`);
  return {
    url: `http://${host}:${port}`,
    port,
    async close(): Promise<void> {
      const serverClosed = new Promise((resolve) => server.close(resolve));
      // Connections become idle as their last responses end.
      const closing = setInterval(() => server.closeIdleConnections(), 20);
      const timer = setTimeout(() => server.closeAllConnections(), grace);
      await serverClosed;
      clearInterval(closing);
      clearTimeout(timer);
    },
  };
}

/** Describes why the mock can't listen. */
function describeAddressError(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): string {
  const { code, message } = error;
  if (code === "EADDRINUSE") return `Port ${port} is taken. Choose another port; 0 picks a free one.`;
  if (code === "EACCES") return `You may not listen on port ${port}. Choose another port, such as 4010.`;
  if (code !== "EADDRNOTAVAIL" && code !== "ENOTFOUND") return message;
  return `This machine has no address ${replaceControls(host)}. Choose another host.`;
}

/** Returns the status for a connection's error: not an HTTP request, or one that takes too long. */
function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === "HPE_HEADER_OVERFLOW") return "431 Request Header Fields Too Large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
}

/** Responds, and ends a socket that a client would leave half open. */
function endSocket(socket: Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nMock-Source: mock\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  // Destroyed later: a reset could overtake the response.
  socket.resume();
  setTimeout(() => socket.destroy(), grace).unref();
}
