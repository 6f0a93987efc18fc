import type { Answered, Asked } from "./exchange.ts";
import type { Fault } from "./prefer.ts";

export type Sent = Request | URL | string;

/** Takes a call of `fetch` to the answer and back, as a network would: it can be aborted, be slow, and fail. */
export async function send(
  answer: (asked: Asked) => Promise<Answered>,
  input: Sent,
  init: RequestInit = {},
): Promise<Response> {
  const request = input instanceof Request ? input : undefined;
  const signal = init.signal ?? request?.signal;
  signal?.throwIfAborted();
  const { status, headers, body, delay, fault, delivered } = await answer({
    method: (init.method ?? request?.method ?? "GET").toUpperCase(),
    target: target(input instanceof Request ? input.url : input),
    headers: Object.fromEntries(new Headers(init.headers ?? request?.headers)),
    body: await text(input, init),
  });
  // The caller may have aborted while the answer was sought; an event that is past would not be heard.
  signal?.throwIfAborted();
  if (delay > 0) await wait(delay, signal);
  if (fault === "reset") throw new TypeError("fetch failed", { cause: new Error("The connection was reset.") });
  if (fault === undefined) delivered();
  const sent = fault === undefined ? body : broken(body, fault, signal);
  return new Response(sent === "" ? null : sent, { status, headers });
}

function target(address: URL | string): string {
  // In a browser an address may be relative to the page.
  const { pathname, search } = new URL(address, globalThis.location?.href);
  return pathname + search;
}

async function text(input: Sent, init: RequestInit): Promise<string> {
  if (init.body !== undefined && init.body !== null) return new Response(init.body).text();
  return input instanceof Request && input.body ? input.clone().text() : "";
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

/** A body that ends too early, never ends, or is no JSON. */
function broken(body: string, fault: Fault, signal?: AbortSignal | null) {
  if (fault === "garbage") return garbage;
  // An open connection would keep the process up until the signal says so; here a timer does.
  let up: ReturnType<typeof setInterval>;
  let end: () => void;
  const bytes = new TextEncoder().encode(body);
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.subarray(0, bytes.length / 2));
      end = () => {
        clearInterval(up);
        signal?.removeEventListener("abort", end);
        if (signal?.aborted) stream.error(signal.reason);
      };
      if (fault === "stall") signal?.addEventListener("abort", end);
    },
    // Not before the first half is read: an error takes the place of what is not, and nobody waits.
    pull() {
      if (fault === "truncate") throw new TypeError("terminated");
      if (signal) up = setInterval(() => {}, 2 ** 30);
      return new Promise(() => {});
    },
    cancel: () => end(),
  });
}

/** What comes in place of a body when garbage is asked for. */
export const garbage = '{"garbage": \u0000';
