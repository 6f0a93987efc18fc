import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createPhoneAgentClient,
  type PhoneAgentClientOptions,
  PhoneAgentError,
} from "phone-agent-api";
import { createFetch, createHttp, type HttpOptions } from "phone-agent-api/http";
import { expect, onTestFinished, vi } from "vitest";

interface ReceivedRequest {
  method: string;
  /** The target in the request line. */
  target: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export type Responder = (response: ServerResponse, request: IncomingMessage, count: number) => void;

export const token = "<EXAMPLE_TOKEN_1>";
/** The token that the client sends. */
export const sentToken = "token=%3CEXAMPLE_TOKEN_1%3E";

/**
 * Starts an HTTP server with a responder, stores its requests, and creates the clients that call
 * it.
 */
export async function serve(respond: Responder, options: PhoneAgentClientOptions = {}) {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url: target = "", headers } = request;
      requests.push({ method, target, headers, body: Buffer.concat(chunks).toString() });
      respond(response, request, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    requests,
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

function httpOptions(
  baseUrl: string,
  { junkInboxInputNames: _, ...options }: PhoneAgentClientOptions,
): HttpOptions {
  return { baseUrl, token, retry: { baseDelayMs: 1 }, ...options };
}

/** Expects that a call is refused in a sentence, which has no secret, and that nothing is sent. */
export async function expectRefusal(
  { requests }: { requests: readonly unknown[] },
  call: Promise<unknown>,
  sentence: string,
): Promise<void> {
  const error = await failureOf(call);
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toContain(sentence);
  expect(error.stack).not.toContain("s3cret");
  expect(requests).toEqual([]);
}

/** Creates a client over a `fetch` of the test. It doesn't retry. */
export const clientWith = (
  fetch: PhoneAgentClientOptions["fetch"],
  options: PhoneAgentClientOptions = {},
) =>
  createPhoneAgentClient({
    baseUrl: "https://example.com",
    token,
    fetch,
    retry: false,
    ...options,
  });

/** Creates a safe `fetch` over a `fetch` of the test. */
export const fetchWith = (fetch: PhoneAgentClientOptions["fetch"], options: HttpOptions = {}) =>
  createFetch({ baseUrl: "https://example.com", token, fetch, retry: false, ...options });

/** Creates an openapi-fetch client over a `fetch` of the test. */
export const httpWith = (fetch: PhoneAgentClientOptions["fetch"], options: HttpOptions = {}) =>
  createHttp({ baseUrl: "https://example.com", token, fetch, retry: false, ...options });

/** Creates a responder with JSON. */
export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));
  };

/** Creates a responder with a text. */
export const text =
  (body: string, status = 200, headers: Record<string, string> = {}): Responder =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Combines responders: one for each request, and the last for all further ones. */
export const sequence =
  (...responders: Responder[]): Responder =>
  (response, request, count) =>
    (responders[count - 1] ?? responders.at(-1))?.(response, request, count);

/**
 * Returns the error that a call throws. Fails the test if the call succeeds or throws another
 * error.
 */
export async function failureOf(
  call: Promise<unknown> | (() => unknown),
): Promise<PhoneAgentError> {
  try {
    await (typeof call === "function" ? call() : call);
  } catch (error) {
    if (PhoneAgentError.is(error)) return error;
    throw error;
  }
  throw new Error("The call succeeded.");
}

/** Replaces the clock and its timers, or only some of them, until the end of the test. */
export function useFakeTimers(
  ...toFake: ("setTimeout" | "clearTimeout" | "Date" | "performance")[]
): void {
  const all = ["setTimeout", "clearTimeout", "Date", "performance"] as const;
  vi.useFakeTimers({ toFake: toFake.length > 0 ? toFake : [...all] });
  onTestFinished(() => void vi.useRealTimers());
}
