import { type Call, notify } from "./call.ts";
import { makeAbortable, runInTime, tryInTime } from "./deadline.ts";
import { createMisuse, Failed } from "./errors.ts";
import type { Outgoing } from "./request.ts";
import { is2xx, isStream } from "./response.ts";
import { isToken } from "./settings.ts";

/** A response, and its body as far as it was read. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the end of the body is missing from `bytes`. */
  readonly isPartial: boolean;
  /** The body if it is for the caller to read. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

/** A body that is being read, in part if an attempt ends early. */
interface Reading {
  readonly chunks: Uint8Array<ArrayBuffer>[];
  /** The reader, until it has read the end. */
  reader?: ReadableStreamDefaultReader<Uint8Array> | undefined;
}

/** The time for the body of a non-2xx response, in milliseconds. Without the body, its status and headers suffice. */
const failureBodyMs = 1_000;

/**
 * Sends a request once, within the time of an attempt, and reads the response. The body of a non-2xx response may be
 * incomplete; a 2xx response whose body breaks off is a failure.
 */
export async function sendOnce(call: Call, request: Outgoing): Promise<Received> {
  const { row, options } = call;
  const reading: Reading = { chunks: [] };
  try {
    const { status, headers, body, stream } = await runInTime(call, async (signal) => {
      const { status, headers, body } = await fetchResponse(call, request, signal);
      // The time is that of the head; the caller's signal still cancels the body.
      const stream = body && isStream(row, status, headers) ? makeAbortable(body, options.signal) : undefined;
      if (is2xx(status) && !stream) await readBody(call, body, reading);
      return { status, headers, body, stream };
    });
    if (!is2xx(status)) {
      await tryInTime(call, () => readBody(call, body, reading), Math.min(options.timeoutMs, failureBodyMs));
    }
    const { chunks, reader } = reading;
    const bytes = (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());
    return { status, headers, bytes, isPartial: reader !== undefined, stream };
  } finally {
    // A `fetch` that ignores the signal goes on.
    reading.reader?.cancel().catch(() => {});
  }
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
  const send = async () => fetch(target, { ...init, signal, redirect: "manual" } as RequestInit);
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

/**
 * Adds the chunks of a body to `reading`, and stops after the one that exceeds `maxBodyBytes`. Throws if the body was
 * read before, or isn't a web stream of bytes.
 */
async function readBody({ settings }: Call, body: Response["body"], reading: Reading) {
  if (body === null) return;
  reading.reader = body.getReader();
  for (let size = 0; size <= settings.maxBodyBytes; ) {
    const { done: isDone, value } = await reading.reader.read().catch(failNetwork);
    if (isDone) {
      reading.reader = undefined;
      return;
    }
    if (!ArrayBuffer.isView(value)) throw value;
    reading.chunks.push(value as Uint8Array<ArrayBuffer>);
    size += value.byteLength;
  }
}

/** Throws the failure of kind `network`. Only codes are used: a message could quote the URL, and so the token. */
function failNetwork(error?: { code?: unknown; digest?: unknown; cause?: { code?: unknown } }): never {
  const [code, digest] = [error?.cause?.code ?? error?.code, error?.digest].map(
    (value) => /^[A-Z][A-Z\d_]+$/.exec(String(value))?.[0],
  );
  const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
  throw new Failed({ kind: "network", code, digest, message });
}
