import type { AttemptFailure } from "../errors.ts";
import { type Call, notify } from "./call.ts";
import { type Limit, within } from "./deadline.ts";
import { mediaType } from "./expected.ts";
import type { LightRequest } from "./light.ts";
import { isToken, withToken } from "./token.ts";

/** A response and what was read of its body. */
export interface Received {
  readonly kind?: undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Whether the body broke off, or is longer than `maxBodyBytes`. */
  readonly partial: boolean;
  /** The body where it is for the caller to read. */
  readonly stream?: ReadableStream<Uint8Array> | undefined;
}

export const isSuccess = ({ status }: { status: number }): boolean => status > 199 && status < 300;

/** One request, in time: the token, `fetch`, the body. */
export async function attempt(
  call: Call,
  { method, url, headers, body = null }: LightRequest,
  limit: Limit,
): Promise<Received | AttemptFailure> {
  const { route, settings, options } = call;
  const { fetch, token: secret, maxBodyBytes } = settings;
  const controller = new AbortController();
  const { signal } = controller;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let head: Received | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  const cancel = () => {
    controller.abort();
    // A `fetch` that ignores the signal stops sending, too.
    reader?.cancel().catch(() => {});
  };

  const exchange = async (): Promise<Received | AttemptFailure> => {
    let target = url;
    if (route.token !== false) {
      // What it throws stays unseen: a parser's message quotes the secret that it could not parse.
      const token = typeof secret === "function" ? await (async () => secret())().catch(() => "") : secret;
      if (!isToken(token)) {
        return { kind: "configuration", message: "The token function failed or returned no valid token." };
      }
      target = withToken(url, token);
    }
    const content = typeof body === "function" ? await body() : body;
    signal.throwIfAborted();
    call.record.attempts++;
    notify(call, "onRequest", {});
    const sentAt = performance.now();
    const response = await fetch(target, { method, headers, body: content, signal, redirect: "manual" });
    const stream = response?.body;
    if (typeof response?.headers?.get !== "function" || (stream !== null && !stream?.getReader) || stream?.locked) {
      cancel();
      return { kind: "configuration", message: "`fetch` must return a new web Response." };
    }
    const { status, headers: received } = response;
    head = { status, headers: received, bytes: new Uint8Array(), partial: true };
    const isStream = stream && isSuccess(head) && /^(?!text)/.test(mediaType(route, received) ?? "text");
    if (!isStream) reader = stream?.getReader();
    if (signal.aborted) cancel();
    else notify(call, "onResponse", { status, durationMs: performance.now() - sentAt });
    // The time is that of the head; the caller's signal still cancels the body.
    if (isStream) return { ...head, stream: stream.pipeThrough(new TransformStream(), options as object) };
    let size = 0;
    while (reader && size <= maxBodyBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.length;
    }
    const partial = size > maxBodyBytes;
    if (partial) cancel();
    return { ...head, bytes: await joined(chunks), partial };
  };

  const outcome = await within(limit, options.signal, () => exchange().catch(networkFailure), cancel);
  // Of a failure, and where no body is expected, the head says enough: its body may never end.
  const brokeOff = outcome.kind === "network" || outcome.kind === "timeout";
  const enough = head && brokeOff && !(route.expects && isSuccess(head));
  return enough ? { ...(head as Received), bytes: await joined(chunks) } : outcome;
}

const joined = async (chunks: Uint8Array<ArrayBuffer>[]): Promise<Received["bytes"]> =>
  (chunks.length === 1 && chunks[0]) || new Uint8Array(await new Blob(chunks).arrayBuffer());

/** Identified by its code alone: a message could quote the URL, and with it the token. So does Next.js in its signals. */
function networkFailure(error: Partial<Record<string, unknown>> | undefined): AttemptFailure {
  const [code, digest] = [(error?.["cause"] as typeof error)?.["code"] ?? error?.["code"], error?.["digest"]].map(
    (text) => String(text).match(/^[A-Z][A-Z\d_]+$/)?.[0],
  );
  const message = `No complete response${code ? ` (${code})` : ""}. Check baseUrl and the network.`;
  return { kind: "network", code, message, ...(digest && { digest }) };
}
