import { authenticate } from "#generated/service.ts";
import type { TokenOptions } from "./credentials.ts";
import { type Limits, runWithTimeout, type Task, tryWithTimeout } from "./deadline.ts";
import { CallFailure } from "./errors.ts";
import type { Notify } from "./options.ts";
import { createReasonFailure, type Progress } from "./reason.ts";
import type { Outgoing } from "./request.ts";
import { is2xx, type Received } from "./response.ts";
import type { Settings } from "./settings.ts";
import type { OperationSpec } from "./spec.ts";

/**
 * Sends a request once, within the time of an attempt. A 2xx response whose body breaks off is a
 * failure.
 */
export async function sendOnce(
  spec: OperationSpec,
  request: Outgoing,
  settings: Settings,
  limits: Limits,
  progress: Progress,
  notify: Notify,
): Promise<Received> {
  // The platform's is looked up at each call, because tests and tracing replace it. Browsers allow
  // it no receiver.
  const { fetch = globalThis.fetch, maxBodyBytes } = settings;
  const fail = (reason: unknown): never => {
    throw createReasonFailure(reason, progress);
  };
  Object.assign(progress, { isSent: false, head: undefined });
  const response = await runWithTimeout(limits, async (task) => {
    const { signal } = task;
    const { url, init } = await authenticate(
      request,
      spec,
      settings.token as TokenOptions,
      progress.secrets,
    ).catch(fail);
    signal.throwIfAborted();
    notify("onRequest", {});
    // The hook may abort.
    signal.throwIfAborted();
    progress.isSent = true;
    const sentAt = performance.now();
    // It may throw at once.
    const response = await (async () => fetch(url, { ...init, signal } as RequestInit))().catch(
      fail,
    );
    const { status, headers, body } = response;
    // A `fetch` that ignores the signal may be late.
    if (signal.aborted) await body?.cancel();
    signal.throwIfAborted();
    progress.head = { status, headers };
    notify("onResponse", { status, durationMs: performance.now() - sentAt });
    // The time is that of the head; the caller's signal still cancels the body.
    const stream =
      is2xx(status) && body
        ? spec.success?.media?.toStream(headers, body, limits.signal)
        : undefined;
    const bytes =
      is2xx(status) && !stream ? await readBody(body, maxBodyBytes, task, fail) : undefined;
    return { status, headers, body, stream, bytes, secrets: progress.secrets };
  });
  const { status, body } = response;
  if (is2xx(status)) return response;
  const readFailure = (task: Task) => readBody(body, maxBodyBytes, task, fail);
  // Without its body, the status and the headers of a failure suffice.
  return {
    ...response,
    bytes: await tryWithTimeout(limits, readFailure, Math.min(limits.timeoutMs, 1_000)),
  };
}

/**
 * Reads a body up to the chunk that exceeds `maxBodyBytes`. Throws if it isn't an unread web stream
 * of bytes.
 */
async function readBody(
  body: Response["body"],
  maxBodyBytes: number,
  task: Task,
  fail: (reason: unknown) => never,
) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = body === null ? undefined : body.getReader();
    const cancel = () => void reader?.cancel().catch(() => {});
    task.cancel = cancel;
    for (let size = 0; reader; ) {
      const { done: isDone, value } = await reader.read().catch(fail);
      if (isDone) break;
      if (!ArrayBuffer.isView(value)) throw new TypeError();
      chunks.push(value as Uint8Array<ArrayBuffer>);
      size += value.byteLength;
      if (size > maxBodyBytes) cancel();
    }
  } catch (reason) {
    // A body that failed is gone; any other is still open.
    if (!(reason instanceof CallFailure)) {
      task.abort();
      task.cancel?.();
    }
    throw reason;
  }
  return (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());
}
