import { authenticate } from "#generated/service.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import { type Call, notify } from "./call.ts";
import type { TokenOptions } from "./credentials.ts";
import { isTransient, withTimeout } from "./deadline.ts";
import { isEventStream } from "./response.ts";
import { fromThrown } from "./thrown.ts";

/**
 * Sends the request of a call once, and sets its response. The time of an attempt includes the
 * body of a success, unless it is a stream.
 */
export async function sendOnce(call: Call): Promise<void> {
  const { settings, spec, limits } = call;
  // The platform's is looked up at each call, because tests and tracing replace it. Browsers allow
  // it no receiver.
  const { fetch = globalThis.fetch, errorBodyMs } = settings;
  const fail = (reason: unknown): never => {
    throw fromThrown(call, reason);
  };
  Object.assign(call, { isSent: false, head: undefined, bytes: undefined, stream: undefined });
  const { status, body } = await withTimeout(limits, async (signal) => {
    const token = settings.token as TokenOptions;
    const signed = await authenticate(call.request, spec, token, settings.secrets).catch(fail);
    signal.throwIfAborted();
    call.attempts++;
    notify(call, "onRequest", {});
    // The hook may abort.
    signal.throwIfAborted();
    call.isSent = true;
    const sentAt = performance.now();
    const init = { ...signed.init, signal } as RequestInit;
    // It may throw at once.
    const response = await (async () => fetch(signed.url, init))().catch(fail);
    const { status, headers, body } = response;
    // A `fetch` that ignores the signal may be late.
    if (signal.aborted) cancel(body);
    signal.throwIfAborted();
    call.head = { status, headers };
    notify(call, "onResponse", { status, durationMs: performance.now() - sentAt });
    if (isSuccessStatus(status)) {
      // Only the caller's signal ends the body of a stream.
      call.stream = body
        ? spec.success?.media?.toStream?.(headers, body, limits.signal)
        : undefined;
      // Events that nobody reads may never end.
      if (!call.stream && isEventStream(headers)) cancel(body);
      else if (!call.stream)
        call.bytes = await readBytes(body, settings.maxBodyBytes, signal, fail);
    }
    return response;
  });
  if (isSuccessStatus(status)) return;
  // Without its body, the status and the headers of a failure suffice.
  call.bytes = await withTimeout(
    limits,
    (signal) => readBytes(body, settings.maxBodyBytes, signal, fail),
    Math.min(limits.timeoutMs, errorBodyMs),
  ).catch((reason) => {
    if (!isTransient(reason)) throw reason;
    return undefined;
  });
}

/** Ends a body that nobody reads. One of another `fetch` may refuse. */
function cancel(body: { cancel(): unknown } | null | undefined): void {
  (async () => body?.cancel())().catch(() => {});
}

/**
 * Reads a body up to the chunk that exceeds a number of bytes. Throws if it isn't an unread web
 * stream.
 */
async function readBytes(
  body: Response["body"],
  maxBytes: number,
  signal: AbortSignal,
  fail: (reason: unknown) => never,
) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body === null ? undefined : body.getReader();
  signal.addEventListener("abort", () => cancel(reader));
  for (let size = 0; reader; ) {
    const { done: isDone, value } = await reader.read().catch(fail);
    if (isDone) break;
    chunks.push(value as Uint8Array<ArrayBuffer>);
    size += value.byteLength;
    if (size > maxBytes) {
      cancel(reader);
      break;
    }
  }
  return (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());
}
