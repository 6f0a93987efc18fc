import { isRedirectStatus, isSuccessStatus } from "../openapi/status.ts";
import { onAbort } from "./deadline.ts";
import type { Head } from "./errors.ts";

/** How a success other than JSON is read. */
export interface Media {
  /** Returns the body if it is for the caller to read. Events are a stream. */
  readonly toStream?: (
    headers: Headers,
    body: ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ) => ReadableStream<Uint8Array> | undefined;
  /** Returns the value of a response if it is none of JSON. */
  readonly parse: (head: Head & { headers: Headers }, text: string) => string | undefined;
}

/**
 * Creates the media types of a success. The second half of a type can be `*`.
 * @param fallback The type of a response without a `Content-Type`. Default: JSON.
 */
export function createMedia(types: readonly string[], fallback = ""): Media {
  /** The declared media type of a response, unless it is JSON. */
  const typeOf = (headers: Headers) => {
    const type = (headers.get("content-type") ?? fallback).toLowerCase();
    return types.find((declaredType) => type.startsWith(declaredType.replace(/\*.*/, "")));
  };
  return {
    toStream: (headers, body, signal) =>
      /^(?!text\/(?!event-stream))/.test(typeOf(headers) ?? "text/")
        ? makeAbortable(body, signal)
        : undefined,
    parse: ({ status, headers }, text) =>
      isSuccessStatus(status) && typeOf(headers)?.startsWith("text/") ? text : undefined,
  };
}

/** A success that is a redirect. */
export const redirect: Media = {
  parse: ({ status, headers }) =>
    isRedirectStatus(status) ? (headers.get("location") ?? undefined) : undefined,
};

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
