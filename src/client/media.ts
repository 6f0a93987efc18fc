import { onAbort } from "./deadline.ts";

/** The media types of a success other than JSON. */
export type Media = ReturnType<typeof createMedia>;

/**
 * Creates the media types of a success. The second half of a type can be `*`.
 * @param fallback The type of a response without a `Content-Type`. Default: JSON.
 */
export function createMedia(types: readonly string[], fallback = "") {
  /** The declared media type of a response, unless it is JSON. */
  const typeOf = (headers: Headers) => {
    const type = (headers.get("content-type") ?? fallback).toLowerCase();
    return types.find((declaredType) => type.startsWith(declaredType.replace(/\*.*/, "")));
  };
  /** The body for the caller to read, unless it is JSON or text. Events are a stream. */
  const toStream = (headers: Headers, body: ReadableStream<Uint8Array>, signal?: AbortSignal) =>
    /^(?!text\/(?!event-stream))/.test(typeOf(headers) ?? "text/")
      ? makeAbortable(body, signal)
      : undefined;
  return { typeOf, toStream };
}

export const locationOf = (status: number, headers: Headers): string | null =>
  status > 299 && status < 400 ? headers.get("location") : null;

function makeAbortable(
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  if (!signal) return body;
  const controller = new AbortController();
  const forget = onAbort(signal, () => controller.abort(signal.reason));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: controller.signal }).then(forget, forget);
  return readable;
}
