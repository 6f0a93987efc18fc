import { type Call, invalidResponse, notify } from "./call.ts";
import { inTime, type Limit, onAbort } from "./deadline.ts";
import { Failed, misuse } from "./errors.ts";
import type { TokenOption } from "./options.ts";
import type { Outgoing } from "./request.ts";
import { isSuccess, mediaType } from "./response.ts";
import { isToken } from "./settings.ts";

/** A response, and what was read of its body. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether `bytes` lacks the end of the body. */
  readonly isPartial?: boolean | undefined;
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
    const chunks: Chunk[] = [];
    const isPartial = !(await readBody(body, chunks, settings.maxBodyBytes, signal));
    return { status, headers, bytes: await joined(chunks), isPartial };
  });

/** Reads the body of a failure, as far as it comes within the limit. */
export async function readFailure(call: Call, { unread, ...head }: Received, limit: Limit): Promise<Received> {
  const chunks: Chunk[] = [];
  const { options, settings } = call;
  const isWhole = await inTime(limit, options.signal, (signal) =>
    readBody(unread, chunks, settings.maxBodyBytes, signal),
  ).catch((reason) => {
    if (reason instanceof Failed && /network|timeout/.test(reason.failure.kind)) return false;
    throw reason;
  });
  return { ...head, bytes: await joined(chunks), isPartial: !isWhole };
}

/** Adds the token, and calls `fetch`. */
async function fetchResponse(call: Call, { url, init, readBody }: Outgoing, signal: AbortSignal): Promise<Response> {
  const { route, settings, record } = call;
  const target = route.token === false ? url : withToken(url, await readToken(settings.token));
  const content = readBody && (await readBody());
  signal.throwIfAborted();
  record.attempts++;
  notify(call, "onRequest", {});
  const sentAt = performance.now();
  const complete: RequestInit = { ...init, signal, redirect: "manual" };
  if (content) complete.body = content;
  // Called without a receiver, as browsers require.
  const { fetch } = settings;
  const response = await orNetworkFailure(() => fetch(target, complete));
  const { status, headers, body } = response;
  if (typeof headers.get !== "function" || (body !== null && !body.getReader) || body?.locked) throw invalidResponse();
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

type Chunk = Uint8Array<ArrayBuffer>;

/** Reads a body into `chunks`, up to `most` bytes and one chunk more. Returns whether that is all. */
async function readBody(
  body: ReadableStream<Uint8Array> | null | undefined,
  chunks: Chunk[],
  most: number,
  signal: AbortSignal,
): Promise<boolean> {
  const reader = body?.getReader();
  if (!reader) return true;
  const cancel = () => void reader.cancel().catch(() => {});
  // For a `fetch` that ignores the signal.
  signal.addEventListener("abort", cancel);
  for (let size = 0; size <= most; ) {
    const { done, value } = await orNetworkFailure(() => reader.read());
    if (done) return true;
    if (!ArrayBuffer.isView(value)) throw invalidResponse();
    chunks.push(value as Chunk);
    size += value.byteLength;
  }
  cancel();
  return false;
}

const joined = async (chunks: Chunk[]): Promise<Received["bytes"]> =>
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
    throw networkFailure(error);
  }
}

/** Identified by its code alone: a message could quote the URL, and with it the token. So does Next.js in its signals. */
function networkFailure(error: unknown): Failed {
  const code = codeOf(() => (error as Coded).cause?.code ?? (error as Coded).code);
  const digest = codeOf(() => (error as Coded).digest);
  const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
  return new Failed({ kind: "network", code, ...(digest && { digest }) }, message);
}

type Coded = { code?: unknown; digest?: unknown; cause?: { code?: unknown } };

function codeOf(read: () => unknown): string | undefined {
  try {
    return /^[A-Z][A-Z\d_]+$/.exec(String(read()))?.[0];
  } catch {
    return undefined;
  }
}
