import { misuse } from "./errors.ts";
import { serializeQuery } from "./request.ts";
import { isPlainObject } from "./settings.ts";

/** A body as it is sent, and its media type unless `fetch` names it. */
interface Serialized {
  body?: BodyInit | undefined;
  type?: string | undefined;
}

/**
 * Serializes a body. Its value decides the media type: a string is text, bytes and forms are sent unchanged, and the rest
 * is JSON, or a form if the operation takes no JSON.
 * @param types The media types that the contract declares.
 */
export function serializeBody(body: unknown, types: readonly string[] = ["application/json"]): Serialized {
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
  const type = find(/json/) ?? form;
  const text = isBytes || !type ? undefined : type === form ? formText(body as object) : jsonText(body);
  if (text === undefined) throw misuse(`The body must be what can be sent as ${types.join(" or ")}.`);
  return { body: text, type };
}

const formText = (body: object) => serializeQuery(body).replaceAll("%20", "+");

/** The JSON of a value; `undefined` if it has none, or if JSON would lose what it contains, as of a `Map`. */
function jsonText(value: unknown): string | undefined {
  const isKept = Object(value) !== value || isPlainObject(value) || Array.isArray(value) || "toJSON" in Object(value);
  try {
    return isKept ? JSON.stringify(value) : undefined;
  } catch {
    // A loop, or a bigint: what is thrown quotes the body.
    return undefined;
  }
}
