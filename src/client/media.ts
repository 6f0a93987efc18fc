import { onAbort } from "./deadline.ts";

/** The media types of a success other than JSON. */
export interface Media {
  /** Returns the declared media type of a response, unless it is JSON. */
  typeOf(headers: Headers): string | undefined;
  /** Returns the body for the caller to read, unless it is JSON or text. Events are a stream. The caller's signal cancels it. */
  toStream(
    headers: Headers,
    body: ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ): ReadableStream<Uint8Array> | undefined;
}

/**
 * Creates the media types of a success. The second half of a type can be `*`.
 * @param standard The type of a response without a `Content-Type`. Default: JSON.
 */
export function createMedia(types: readonly string[], standard = ""): Media {
  const typeOf = (headers: Headers) => {
    const type = (headers.get("content-type") ?? standard).toLowerCase();
    return types.find((declaredType) => type.startsWith(declaredType.replace(/\*.*/, "")));
  };
  return {
    typeOf,
    toStream: (headers, body, signal) =>
      /^(?!text\/(?!event-stream))/.test(typeOf(headers) ?? "text/") ? makeAbortable(body, signal) : undefined,
  };
}

export const locationOf = (status: number, headers: Headers): string | null =>
  status > 299 && status < 400 ? headers.get("location") : null;

function makeAbortable(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  if (!signal) return body;
  const controller = new AbortController();
  const forget = onAbort(signal, () => controller.abort(signal.reason));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: controller.signal }).then(forget, forget);
  return readable;
}
