import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  method: string;
  /** The target as it stood on the request line. */
  target: string;
  headers: IncomingMessage["headers"];
  body: string;
}

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => void;

/** A real HTTP server that behaves as the test says, and keeps what it received. */
export async function misbehaving(answer: Answer) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: target = "", headers } = request;
      received.push({ method, target, headers, body: Buffer.concat(chunks).toString() });
      answer(response, request, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export const json =
  (value: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
