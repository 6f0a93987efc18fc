import type { MockResponse } from "../core/exchange.ts";
import { splitItems } from "../core/media.ts";
import type { Fault } from "../core/preferences.ts";
import type { IncomingRequest } from "../core/request.ts";
import { canHaveContent } from "../openapi/status.ts";

const rejectionKey = Symbol.for("phone-agent-api.mock-rejection");

/**
 * Creates a `fetch` that responds in this process, and can be aborted, delayed and broken like a
 * connection.
 */
export function createTestFetch(
  respond: (request: IncomingRequest) => Promise<MockResponse>,
): typeof globalThis.fetch {
  return async function fetch(input, init) {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    // It rejects the arguments that `fetch` rejects. With a signal, it would add a listener and
    // never remove it.
    const request = new Request(input, signal ? { ...init, signal: null } : init);
    const { method } = request;
    const target = request.url.replace(/#.*/s, "");
    const sentHeaders = Object.fromEntries(request.headers);
    const incoming = { method, target, headers: sentHeaders, body: await request.text() };
    const response = await untilAborted(respond(incoming), signal);
    const { status, headers, body, delay = 0, fault, markDelivered, rejection } = response;
    if (delay > 0) await wait(delay, signal);
    if (fault === "reset") throw createConnectionError("ECONNRESET");
    if (fault === undefined) markDelivered();
    const content =
      fault === "stall" || fault === "truncate"
        ? createBrokenBody(body, fault, signal)
        : createBody(body, headers);
    // An empty text would add a media type.
    const sentBody =
      method === "HEAD" || !canHaveContent(status) ? null : content || new Uint8Array();
    const fetchResponse = new Response(sentBody, { status, headers });
    // A response from the network can't have this property, so the client may quote it at any
    // address.
    if (rejection !== undefined)
      Object.defineProperty(fetchResponse.headers, rejectionKey, { value: rejection });
    return fetchResponse;
  };
}

/** What `fetch` throws for a connection that ended, or never was. */
export const createConnectionError = (code: "ECONNRESET" | "ECONNREFUSED"): TypeError =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(pause, signal).finally(() => clearTimeout(timer));
}

/** Rejects with the signal's reason if it aborts before the promise settles. */
function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    // A past event reaches no listener.
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A body that is read event by event, if it is several events. */
function createBody(body: string, headers: MockResponse["headers"]) {
  const pieces = splitItems(body, headers["content-type"]);
  if (pieces.length === 1) return body;
  return new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
}

/** A body that ends too early, or never. */
function createBrokenBody(body: string, fault: Fault, signal: AbortSignal | undefined) {
  const bytes = new TextEncoder().encode(body);
  const ended = new AbortController();
  return new ReadableStream({
    start: (stream) => stream.enqueue(bytes.subarray(0, bytes.length / 2)),
    // Not in `start`: an error would replace the first half.
    pull(stream) {
      if (fault === "truncate") throw new TypeError("terminated");
      // The caller may have aborted meanwhile, and a past event reaches no listener.
      if (signal?.aborted) return stream.error(signal.reason);
      if (!signal) return;
      // It keeps the process alive until the signal fires, as a connection would.
      const timer = setInterval(() => {}, 2 ** 30);
      ended.signal.addEventListener("abort", () => clearInterval(timer));
      const abort = () => {
        ended.abort();
        stream.error(signal.reason);
      };
      signal.addEventListener("abort", abort, { signal: ended.signal });
    },
    cancel: () => ended.abort(),
  });
}
