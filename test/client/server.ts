import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createPhoneAgentClient, type PhoneAgentClientOptions, PhoneAgentError } from "phone-agent-api";
import { createFetch, createHttp, type HttpOptions } from "phone-agent-api/http";

interface Received {
  method: string;
  /** The target as it stood on the request line. */
  target: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export type Responder = (response: ServerResponse, request: IncomingMessage, count: number) => void;

export const token = "<EXAMPLE_TOKEN_1>";
/** The token as it is sent. */
export const sentToken = "token=%3CEXAMPLE_TOKEN_1%3E";

/** A real HTTP server that responds as the test says, keeps what it received, and has a client that calls it. */
export async function serve(respond: Responder, options: PhoneAgentClientOptions = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: target = "", headers } = request;
      received.push({ method, target, headers, body: Buffer.concat(chunks).toString() });
      respond(response, request, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    received,
    server,
    phone: createPhoneAgentClient({ baseUrl, token, retry: { baseDelayMs: 1 }, ...options }),
    http: createHttp(httpOptions(baseUrl, options)),
    fetch: createFetch(httpOptions(baseUrl, options)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function httpOptions(baseUrl: string, { junkInboxInputNames: _, ...options }: PhoneAgentClientOptions): HttpOptions {
  return { baseUrl, token, retry: { baseDelayMs: 1 }, ...options };
}

/** A client over a `fetch` of the test's own. It sends once. */
export const clientWith = (fetch: PhoneAgentClientOptions["fetch"], options: PhoneAgentClientOptions = {}) =>
  createPhoneAgentClient({ baseUrl: "https://example.com", token, fetch, retry: false, ...options });

/** The same as a safe fetch. */
export const fetchWith = (fetch: PhoneAgentClientOptions["fetch"], options: HttpOptions = {}) =>
  createFetch({ baseUrl: "https://example.com", token, fetch, retry: false, ...options });

/** The same as an openapi-fetch client. */
export const httpWith = (fetch: PhoneAgentClientOptions["fetch"], options: HttpOptions = {}) =>
  createHttp({ baseUrl: "https://example.com", token, fetch, retry: false, ...options });

/** Responds with JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
  };

/** Responds with a text. */
export const text =
  (body: string, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** One responder for each request, the last one for all that follow. */
export const sequence =
  (...responders: Responder[]): Responder =>
  (response, request, count) =>
    (responders[count - 1] ?? responders.at(-1))?.(response, request, count);

/** The error that a call throws. A call that throws none, or another, fails the test. */
export async function failureOf(call: Promise<unknown> | (() => unknown)): Promise<PhoneAgentError> {
  try {
    await (typeof call === "function" ? call() : call);
  } catch (error) {
    if (PhoneAgentError.is(error)) return error;
    throw error;
  }
  throw new Error("The call succeeded.");
}
