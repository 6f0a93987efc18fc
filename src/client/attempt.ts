import { type Call, notify } from "./call.ts";
import { ifInTime, inTime, type Limit, onAbort } from "./deadline.ts";
import { Failed, misuse } from "./errors.ts";
import type { TokenOption } from "./options.ts";
import type { Outgoing } from "./request.ts";
import { isSuccess, mediaType } from "./response.ts";
import { isToken } from "./settings.ts";

interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether `bytes` lacks the end of the body. */
  readonly isPartial?: boolean | undefined;
}

/** A response, and what was read of its body. */
export interface Received extends Body {
  readonly status: number;
  readonly headers: Headers;
  /** The body if it is for the caller to read. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** The body if it is still to be read: that of a failure. */
  readonly unread?: ReadableStream<Uint8Array> | null;
}

const nothing = new Uint8Array();

/** Sends a request once, in time. Of a success it reads the body, too; of a failure the head decides. */
export const attempt = (call: Call, request: Outgoing, limit: Limit): Promise<Received> =>
  inTime(limit, call.options.signal, async (signal) => {
    const { route, settings, options } = call;
    const { status, headers, body } = await fetchResponse(call, request, signal);
    if (!isSuccess(status)) return { status, headers, bytes: nothing, unread: body };
    const isStream = body && /^(?!text)/.test(mediaType(route, headers) ?? "text");
    // The time is that of the head; the caller's signal still cancels the body.
    if (isStream) return { status, headers, bytes: nothing, stream: abortable(body, options.signal) };
    return { status, headers, ...(await readBody(body, settings.maxBodyBytes, signal)) };
  });

/** Reads the body of a failure, if it comes within the limit. */
export async function readFailure(call: Call, { unread = null, ...head }: Received, limit: Limit): Promise<Received> {
  const { options, settings } = call;
  const body = await ifInTime(limit, options.signal, (signal) => readBody(unread, settings.maxBodyBytes, signal));
  return { ...head, ...(body ?? { isPartial: true }) };
}

/** Adds the token, and calls `fetch`. */
async function fetchResponse(call: Call, { url, init }: Outgoing, signal: AbortSignal): Promise<Response> {
  const { route, settings, record } = call;
  const target = route.token === false ? url : withToken(url, await readToken(settings.token));
  signal.throwIfAborted();
  record.attempts++;
  notify(call, "onRequest", {});
  const sentAt = performance.now();
  // Called without a receiver, as browsers require.
  const { fetch } = settings;
  const response = await orNetworkFailure(() => fetch(target, { ...init, signal, redirect: "manual" }));
  const { status, body } = response;
  // A `fetch` that ignores the signal may be late.
  if (signal.aborted) await body?.cancel();
  signal.throwIfAborted();
  notify(call, "onResponse", { status, durationMs: performance.now() - sentAt });
  return response;
}

/** The one place where the token joins the URL. */
export const withToken = (url: string, token: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;

async function readToken(token: TokenOption): Promise<string> {
  // What it throws stays unseen: a parser's message quotes the secret that it could not parse.
  const value = typeof token === "function" ? await (async () => token())().catch(() => "") : token;
  if (!isToken(value)) throw misuse("The token function failed or returned no valid token.");
  return value;
}

/** Reads a body of up to `most` bytes, and one chunk more. What isn't a new web body throws. */
async function readBody(body: ReadableStream<Uint8Array> | null, most: number, signal: AbortSignal): Promise<Body> {
  if (body === null) return { bytes: nothing };
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  // For a `fetch` that ignores the signal.
  signal.addEventListener("abort", cancel);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; size <= most; ) {
    const { done, value } = await orNetworkFailure(() => reader.read());
    if (done) return { bytes: await joined(chunks) };
    if (!ArrayBuffer.isView(value)) throw value;
    chunks.push(value as Uint8Array<ArrayBuffer>);
    size += value.byteLength;
  }
  cancel();
  return { bytes: await joined(chunks), isPartial: true };
}

const joined = async (chunks: Uint8Array<ArrayBuffer>[]) =>
  (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());

/** A stream that the caller's signal cancels, without a listener of its own on it. */
function abortable(body: ReadableStream<Uint8Array>, caller: AbortSignal | undefined): ReadableStream<Uint8Array> {
  if (!caller) return body;
  const controller = new AbortController();
  const forget = onAbort(caller, () => controller.abort(caller.reason));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: controller.signal }).then(forget, forget);
  return readable;
}

async function orNetworkFailure<Value>(run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    const [code, digest] = codesOf(error as Coded);
    const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
    throw new Failed({ kind: "network", code, digest }, message);
  }
}

type Coded = { code?: unknown; digest?: unknown; cause?: { code?: unknown } } | undefined;

/** An error is identified by its codes alone: a message could quote the URL, and with it the token. */
function codesOf(error: Coded): (string | undefined)[] {
  try {
    return [error?.cause?.code ?? error?.code, error?.digest].map((code) => /^[A-Z][A-Z\d_]+$/.exec(String(code))?.[0]);
  } catch {
    return [];
  }
}
