import { essenceOf } from "../openapi/media-type.ts";
import { attempt, isPlainObject } from "./entries.ts";
import { configError } from "./errors.ts";
import { mergeHeaders } from "./headers.ts";
import { serializeQuery } from "./query.ts";

/** Writes a body, and the headers that depend on it. Those of the call are among the headers. */
export type WriteBody = (
  body: unknown,
  headers: Headers,
  callHeaders?: RequestInit["headers"],
) => BodyInit;

/** Writes a body as the type in the headers. Without one, it is JSON. */
export const writeBody: WriteBody = (body, headers) =>
  writeAs([headers.get("content-type") ?? "application/json"], body, headers).content;

/**
 * Writes a body as one of the declared media types: the one in the headers, or the first that it can
 * be. Its own is tried first. Then, a string is text or else JSON, and anything else JSON, before the
 * others are tried. Throws if the headers of the call name a type that isn't declared.
 */
export const declaredBody =
  (declared: readonly string[]): WriteBody =>
  (body, headers, callHeaders) => {
    const isDeclared = (given: string) =>
      declared.some((type) => essenceOf(type) === essenceOf(given));
    const required = mergeHeaders(callHeaders).get("content-type");
    if (required !== null && !isDeclared(required))
      throw configError(`The \`content-type\` of the body must be ${declared.join(" or ")}.`);
    const given = headers.get("content-type") ?? "";
    const own = body instanceof Blob && isDeclared(body.type) ? [body.type] : [];
    const preferred = [typeof body === "string" ? /^text/i : jsonType, jsonType, /./];
    const ordered = preferred.flatMap((pattern) => declared.filter((type) => pattern.test(type)));
    const types = isDeclared(given) ? [given] : [...new Set([...own, ...ordered])];
    const { content, type } = writeAs(types, body, headers, withJson);
    if (type) headers.set("content-type", type);
    return content;
  };

/** Writes a body as the first of several types that it can be. */
function writeAs(
  types: readonly string[],
  body: unknown,
  headers: Headers,
  toFields?: typeof withJson,
) {
  if (body instanceof FormData) {
    // `fetch` adds it, with the boundary.
    headers.delete("content-type");
    return { content: body };
  }
  for (const type of types) {
    const content = convertBody(body, type, toFields);
    if (content !== undefined) return { content, type };
  }
  throw configError(`The body can't be sent as ${types.join(" or ")}.`);
}

/** Converts the objects of a form to JSON, as OpenAPI says. */
const withJson = (form: object): object =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      isPlainObject(value) ? JSON.stringify(value) : value,
    ]),
  );

const jsonType = /[/+]json(;|$)/i;

/**
 * Converts a body to a media type, if it can be. Bytes, a `URLSearchParams`, and strings that aren't
 * JSON stay unchanged.
 */
function convertBody(
  body: unknown,
  type: string,
  toFields = (form: object) => form,
): BodyInit | undefined {
  const isForm = /urlencoded/i.test(type);
  const isBytes = body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const isPlain = isPlainObject(body);
  if (jsonType.test(type)) {
    const text = isBytes ? undefined : attempt(() => JSON.stringify(body));
    // `{}` would lose the content of a `Map`, for instance.
    return text === "{}" && !isPlain ? undefined : text;
  }
  if (isForm && isPlain) return serializeQuery(toFields(body));
  const isText = typeof body === "string" || (isForm && body instanceof URLSearchParams);
  return (isText || isBytes) && !/^multipart/i.test(type) ? (body as BodyInit) : undefined;
}
