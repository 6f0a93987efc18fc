import type { MockResponse } from "../core/exchange.ts";
import { type Fault, garbage } from "../core/faults.ts";
import type { IncomingRequest } from "../core/request.ts";

/** Creates a `fetch` that gets its responses in this process, and can be aborted, slow and broken like a network. */
export function createFetch(respond: (request: IncomingRequest) => Promise<MockResponse>): typeof globalThis.fetch {
  return async function fetch(input, init = {}) {
    const request = input instanceof Request ? input : undefined;
    const signal = init.signal ?? request?.signal;
    signal?.throwIfAborted();
    // A body has a type of its own, such as the boundary of a form.
    const own = init.body === undefined || init.body === null ? undefined : new Response(init.body);
    const type = own?.headers.get("content-type");
    const { status, headers, body, delay, fault, markDelivered } = await respond({
      method: (init.method ?? request?.method ?? "GET").toUpperCase(),
      target: target(input instanceof Request ? input.url : input),
      headers: {
        ...(type && { "content-type": type }),
        ...Object.fromEntries(new Headers(init.headers ?? request?.headers)),
      },
      body: own ? await own.text() : request?.body ? await request.clone().text() : "",
    });
    // The caller may have aborted meanwhile, and a past event is not heard.
    signal?.throwIfAborted();
    if (delay > 0) await wait(delay, signal);
    if (fault === "reset") throw new TypeError("fetch failed", { cause: new Error("The connection was reset.") });
    if (fault === undefined) markDelivered();
    const content = fault === undefined ? body : broken(body, fault, signal);
    const isHead = (init.method ?? request?.method)?.toUpperCase() === "HEAD";
    return new Response(content === "" || isHead ? null : content, { status, headers });
  };
}

function target(address: URL | string): string {
  // In a browser an address may be relative to the page.
  const { pathname, search } = new URL(address, globalThis.location?.href);
  return pathname + search;
}

function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    function done() {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }
    function aborted() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/** A body that ends too early, never ends, or isn't JSON. */
function broken(body: string, fault: Fault, signal?: AbortSignal | null) {
  if (fault === "garbage") return garbage;
  // A real connection would keep the process alive until the signal fires; here a timer does.
  let alive: ReturnType<typeof setInterval>;
  let end: () => void;
  const bytes = new TextEncoder().encode(body);
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.subarray(0, bytes.length / 2));
      end = () => {
        clearInterval(alive);
        signal?.removeEventListener("abort", end);
        if (signal?.aborted) stream.error(signal.reason);
      };
      if (fault === "stall") signal?.addEventListener("abort", end);
    },
    // Not before the first half is read: an error would take its place.
    pull() {
      if (fault === "truncate") throw new TypeError("terminated");
      if (signal) alive = setInterval(() => {}, 2 ** 30);
      return new Promise(() => {});
    },
    cancel: () => end(),
  });
}
