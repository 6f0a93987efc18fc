import { attempt, isPlainObject } from "./entries.ts";
import { createMisuse } from "./errors.ts";
import { serializeQuery } from "./query.ts";
import { mergeHeaders } from "./settings.ts";

type HeaderSource = Parameters<typeof mergeHeaders>[number];

/**
 * Serializes a body, and merges the headers of its client and its call with the media type. A type
 * that these headers name is that of the body, unless the operation declares others.
 * @param types The declared media types. Default: any.
 */
export function serializeBody(
  body: unknown,
  types: readonly string[] | undefined,
  clientHeaders: HeaderSource,
  ...callHeaders: HeaderSource[]
): { body: BodyInit | null; headers: Headers | undefined } {
  const givenHeaders = mergeHeaders(clientHeaders, ...callHeaders);
  if (body === undefined) return { body: null, headers: givenHeaders };
  const givenType = givenHeaders?.get("content-type");
  const isTaken = givenType && (types ?? [givenType]).some((type) => givenType.startsWith(type));
  const [serialized, type] = writeBody(body, isTaken ? [givenType] : types);
  const typeHeader = { "content-type": type };
  const isFixed = types ?? type === null;
  const sources = isFixed ? [clientHeaders, typeHeader] : [typeHeader, clientHeaders];
  return { body: serialized, headers: mergeHeaders(...sources, ...callHeaders) };
}

/**
 * Writes a body as one of the media types; `fetch` adds that of a `FormData`. Bytes, texts and a
 * `URLSearchParams` are sent unchanged if there is a type for them. Anything else becomes JSON, or
 * else a form.
 */
function writeBody(
  body: unknown,
  types: readonly string[] = ["application/json"],
): [body: BodyInit, type: string | null] {
  if (body instanceof FormData) return [body, null];
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const [json, form] = [find(/[/+]json(;|$)/), find(/urlencoded/)];
  const isBytes = body instanceof Blob || ArrayBuffer.isView(body);
  const isText = typeof body === "string";
  const unchanged =
    ((isBytes || (isText && !json)) && find(/^(?!multipart|.*([/+]json(;|$)|urlencoded))/)) ||
    (isText && find(/^text/)) ||
    (body instanceof URLSearchParams && form);
  if (unchanged) return [body as BodyInit, unchanged];
  if (!isBytes) {
    const text = json ? attempt(() => JSON.stringify(body)) : form && serializeQuery(body);
    // `{}` would lose the content of a `Map`, for instance.
    if (text !== undefined && (text !== "{}" || isPlainObject(body)))
      return [text, json ?? form ?? null];
  }
  throw createMisuse(`The body can't be sent as ${types.join(" or ")}.`);
}
