import { authenticate } from "../../generated/service.ts";
import type { TokenOptions } from "./credentials.ts";
import { type Limits, runWithTimeout, type Task, tryWithTimeout } from "./deadline.ts";
import { CallFailure, type Head } from "./errors.ts";
import type { Notify } from "./options.ts";
import type { Outgoing } from "./request.ts";
import { is2xx, type Received } from "./response.ts";
import type { Settings } from "./settings.ts";
import type { OperationSpec } from "./spec.ts";

/** What is known of a call that fails. */
export interface Progress {
  /** Whether the request of the latest attempt may have left. */
  isSent?: boolean;
  /** What arrived of the response to it. */
  head?: Head | undefined;
}

/** Sends a request once, within the time of an attempt. A 2xx response whose body breaks off is a failure. */
export async function sendOnce(
  spec: OperationSpec,
  request: Outgoing,
  settings: Settings,
  limits: Limits,
  progress: Progress,
  notify: Notify,
): Promise<Received> {
  // The platform's is looked up at each call, because tests and tracing replace it. Browsers allow it no receiver.
  const { fetch = globalThis.fetch, maxBodyBytes } = settings;
  Object.assign(progress, { isSent: false, head: undefined });
  const response = await runWithTimeout(limits, async (task) => {
    const { signal } = task;
    const authentication = authenticate(request, spec, settings.token as TokenOptions);
    const { url, init } = authentication instanceof Promise ? await authentication : authentication;
    signal.throwIfAborted();
    notify("onRequest", {});
    // The hook may abort.
    signal.throwIfAborted();
    progress.isSent = true;
    const sentAt = performance.now();
    let response: Response;
    try {
      response = await fetch(url, { ...init, signal } as RequestInit);
    } catch (reason) {
      failNetwork(reason as NetworkError);
    }
    const { status, headers, body } = response;
    // A `fetch` that ignores the signal may be late.
    if (signal.aborted) await body?.cancel();
    signal.throwIfAborted();
    progress.head = { status, headers };
    notify("onResponse", { status, durationMs: performance.now() - sentAt });
    // The time is that of the head; the caller's signal still cancels the body.
    const stream = is2xx(status) && body ? spec.success?.media?.toStream(headers, body, limits.signal) : undefined;
    const bytes = is2xx(status) && !stream ? await readBody(body, maxBodyBytes, task) : undefined;
    return { status, headers, body, stream, bytes };
  });
  const { status, body } = response;
  if (is2xx(status)) return response;
  const readFailure = (task: Task) => readBody(body, maxBodyBytes, task);
  // Without its body, the status and the headers of a failure suffice.
  return { ...response, bytes: await tryWithTimeout(limits, readFailure, Math.min(limits.timeoutMs, 1_000)) };
}

/** Reads a body up to the chunk that exceeds `maxBodyBytes`. Throws if it isn't an unread web stream of bytes. */
async function readBody(body: Response["body"], maxBodyBytes: number, task: Task) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body === null ? undefined : body.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  task.cancel = cancel;
  for (let size = 0; reader; ) {
    const { done: isDone, value } = await reader.read().catch(failNetwork);
    if (isDone) break;
    if (!ArrayBuffer.isView(value)) throw new TypeError();
    chunks.push(value as Uint8Array<ArrayBuffer>);
    size += value.byteLength;
    if (size > maxBodyBytes) cancel();
  }
  return (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());
}

type NetworkError = { code?: unknown; digest?: unknown; cause?: { code?: unknown } };

/** Throws the failure of kind `network`. Only codes are used: a message could quote the URL, and so the token. */
function failNetwork(error?: NetworkError): never {
  const [code, digest] = [error?.cause?.code ?? error?.code, error?.digest].map(
    (value) => /^[A-Z][A-Z\d_]+$/.exec(String(value))?.[0],
  );
  const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
  throw new CallFailure({ kind: "network", code, digest, message });
}
