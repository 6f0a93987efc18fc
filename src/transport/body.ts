import { isPlainObject } from "../check.ts";
import type { Reject } from "../errors.ts";
import { serializeQuery } from "./address.ts";

/** A body as it is sent, and its media type unless `fetch` names it. */
interface Serialized {
  body?: BodyInit | undefined;
  type?: string | undefined;
}

/**
 * The value decides which media type it is sent as: a string as text, bytes and forms as they are, the rest as JSON, or as
 * a form where the operation takes no JSON.
 * @param types Those that the contract declares.
 */
export function serializeBody(
  body: unknown,
  reject: Reject,
  types: readonly string[] = ["application/json"],
): Serialized {
  if (body === undefined || body instanceof FormData) return { body };
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const form = find(/urlencoded/);
  const isForm = body instanceof URLSearchParams;
  const isBytes = body instanceof Blob || ArrayBuffer.isView(body);
  const raw =
    (isBytes && find(/^(?!multipart|.*(json|urlencoded))/)) ||
    (typeof body === "string" && find(/^text/)) ||
    (isForm && form);
  if (raw) return { body: (isForm ? `${body}` : body) as BodyInit, type: raw };
  const json = find(/json/) ?? form;
  // Of a `Map` or a `Blob` JSON would keep nothing.
  const fits = Object(body) !== body || isPlainObject(body) || Array.isArray(body) || "toJSON" in (body as object);
  let text: string | undefined;
  try {
    if (json && fits && !isBytes)
      text = json === form ? serializeQuery(body as object, reject).replaceAll("%20", "+") : JSON.stringify(body);
  } catch {
    // A loop, or a bigint: what is thrown quotes the body.
  }
  return { body: text ?? reject(`The body must be what can be sent as ${types.join(" or ")}.`), type: json };
}
