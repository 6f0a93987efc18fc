import { isPlainObject } from "../check.ts";
import type { Reject } from "../errors.ts";
import { serializeQuery } from "./address.ts";

/** What is known of the bodies of an undocumented operation. */
export const anyBody = ["application/json", "application/x-www-form-urlencoded", "*/*"];

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
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const form = find(/urlencoded/);
  const json = find(/[/+]json\b/);
  const text = find(/^text/);
  if (body === undefined || body instanceof FormData) return { body };
  if (body instanceof URLSearchParams) return { body: `${body}`, type: form };
  if (typeof body === "string" && text) return { body, type: text };
  if (body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)) {
    const type = find(/^(?!multipart|.*[/+](json|x-www-form-urlencoded)\b)/);
    if (!type) return wrong(reject, types);
    const own = (body as Blob).type || "application/octet-stream";
    return { body: body as BodyInit, type: type.includes("*") ? own : type };
  }
  if (form && !json && isPlainObject(body)) return { body: serializeQuery(body, reject), type: form };
  return { body: (json && stringified(body)) || wrong(reject, types), type: json };
}

const wrong = (reject: Reject, types: readonly string[]) =>
  reject(`The body must be what can be sent as ${types.join(" or ")}, or a FormData.`);

/** Of a `Map` JSON would keep nothing. */
function stringified(body: unknown): string | undefined {
  const fits = Object(body) !== body || isPlainObject(body) || Array.isArray(body) || "toJSON" in (body as object);
  try {
    return fits ? JSON.stringify(body) : undefined;
  } catch {
    // A loop, or a bigint: what is thrown quotes the body.
    return undefined;
  }
}
