import { type Call, notify } from "./call.ts";
import { isTransient, makeAbortable, type Part, remainingMs, runInTime, tryInTime } from "./deadline.ts";
import { createMisuse, Failed } from "./errors.ts";
import type { Outgoing } from "./request.ts";
import { is2xx, isStream, readValue } from "./response.ts";
import { isToken, type Settings } from "./settings.ts";

/** A response with its body. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** The body, cut after `maxBodyBytes`. Absent for a stream, and if the body of a failure broke off. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  /** The body if it is for the caller to read. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

/** Sends a request as often as its operation and the options allow. Returns the value of the response. */
export async function sendWithRetries(call: Call, request: Outgoing): Promise<unknown> {
  if (request.url.includes("?") && new URL(request.url).searchParams.has("token")) {
    throw createMisuse("Pass `token` to the client, not in a query.");
  }
  for (let count = 1; ; count++) {
    try {
      call.response = await sendOnce(call, request);
      return readValue(call, call.response);
    } catch (reason) {
      const { row, settings, record } = call;
      if (!row.repeatable || !(reason instanceof Failed)) throw reason;
      const delay = retryDelayOf(reason, count, settings.retry);
      if (delay >= remainingMs(call)) throw reason;
      const { kind, status } = reason.failure;
      const delayMs = Math.round(delay);
      notify(call, "onRetry", { kind, status, delayMs });
      await tryInTime(call, () => new Promise(() => {}), delay);
      record.delaysMs.push(delayMs);
      // A timer may fire late.
      if (remainingMs(call) <= 0) throw reason;
    }
  }
}

/** Returns the wait before the next attempt, in milliseconds: `Retry-After`, or random. Infinity if none follows. */
export function retryDelayOf({ failure }: Failed, attemptCount: number, retry: Settings["retry"]): number {
  const { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs } = retry;
  if (!isTransient(failure) || attemptCount >= attempts) return Infinity;
  const requestedMs = failure.kind === "http" ? failure.retryAfterMs : undefined;
  if (requestedMs === undefined) return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptCount - 1));
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}

/** Sends a request once, within the time of an attempt. A 2xx response whose body breaks off is a failure. */
async function sendOnce(call: Call, request: Outgoing): Promise<Received> {
  const { row, options } = call;
  const response = await runInTime(call, async (part) => {
    const { status, headers, body } = await fetchResponse(call, request, part.signal);
    // The time is that of the head; the caller's signal still cancels the body.
    const stream = body && isStream(row, status, headers) ? makeAbortable(body, options.signal) : undefined;
    const bytes = is2xx(status) && !stream ? await readBody(call, body, part) : undefined;
    return { status, headers, body, stream, bytes };
  });
  const { status, body } = response;
  if (is2xx(status)) return response;
  const readFailure = (part: Part) => readBody(call, body, part);
  // Without its body, the status and the headers of a failure suffice.
  return { ...response, bytes: await tryInTime(call, readFailure, Math.min(options.timeoutMs, 1_000)) };
}

/** Sends a request with the token, counts it as an attempt, and notifies `onRequest` and `onResponse`. */
async function fetchResponse(call: Call, { url, init }: Outgoing, signal: AbortSignal): Promise<Response> {
  const { row, record } = call;
  // The platform's is looked up at each call, because tests and tracing replace it. Browsers allow it no receiver.
  const { fetch = globalThis.fetch, token } = call.settings;
  const target = row.token === false ? url : withToken(url, typeof token === "string" ? token : await readToken(token));
  signal.throwIfAborted();
  record.attempts++;
  notify(call, "onRequest", {});
  const sentAt = performance.now();
  const send = async () => fetch(target, { ...init, signal } as RequestInit);
  const response = await send().catch(failNetwork);
  const { status, body } = response;
  // A `fetch` that ignores the signal may be late.
  if (signal.aborted) await body?.cancel();
  signal.throwIfAborted();
  notify(call, "onResponse", { status, durationMs: performance.now() - sentAt });
  return response;
}

/** Adds the token to a URL. Nothing else does. */
export const withToken = (url: string, token: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;

async function readToken(read: () => string | Promise<string>): Promise<string> {
  // Its error stays unseen: a parser's message quotes the secret that it couldn't parse.
  const token = await (async () => read())().catch(() => "");
  if (!isToken(token)) throw createMisuse("The token function failed or returned no valid token.");
  return token;
}

/** Reads a body up to the chunk that exceeds `maxBodyBytes`. Throws if it isn't an unread web stream of bytes. */
async function readBody({ settings }: Call, body: Response["body"], part: Part) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body === null ? undefined : body.getReader();
  const cancel = () => void reader?.cancel().catch(() => {});
  part.cancel = cancel;
  for (let size = 0; reader; ) {
    const { done: isDone, value } = await reader.read().catch(failNetwork);
    if (isDone) break;
    if (!ArrayBuffer.isView(value)) throw new TypeError();
    chunks.push(value as Uint8Array<ArrayBuffer>);
    size += value.byteLength;
    if (size > settings.maxBodyBytes) cancel();
  }
  return (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Throws the failure of kind `network`. Only codes are used: a message could quote the URL, and so the token. */
function failNetwork(error?: { code?: unknown; digest?: unknown; cause?: { code?: unknown } }): never {
  const [code, digest] = [error?.cause?.code ?? error?.code, error?.digest].map(
    (value) => /^[A-Z][A-Z\d_]+$/.exec(String(value))?.[0],
  );
  const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
  throw new Failed({ kind: "network", code, digest, message });
}
