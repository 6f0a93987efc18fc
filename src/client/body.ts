import { createMisuse } from "./errors.ts";
import { serializeQuery } from "./request.ts";
import { isPlainObject } from "./settings.ts";

/**
 * Serializes a body as one of the declared media types. A `FormData` is sent unchanged; so are bytes, a string or a
 * `URLSearchParams` if a type of bytes, of text or of a form is declared. Anything else becomes JSON, or a form if no
 * JSON is declared.
 * @param types The media types that the contract declares.
 * @returns The body, and its media type unless `fetch` names it.
 * @throws Failed of kind `configuration` if the body fits none of them, such as bytes if only JSON is declared.
 */
export function serializeBody(
  body: unknown,
  types: readonly string[] = ["application/json"],
): { body?: BodyInit | undefined; type?: string | undefined } {
  if (body === undefined || body instanceof FormData) return { body };
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const [json, form] = [find(/json/), find(/urlencoded/)];
  const isBytes = body instanceof Blob || ArrayBuffer.isView(body);
  const unchanged =
    (isBytes && find(/^(?!multipart|.*(json|urlencoded))/)) ||
    (typeof body === "string" && find(/^text/)) ||
    (body instanceof URLSearchParams && form);
  if (unchanged) return { body: body as BodyInit, type: unchanged };
  if (!isBytes) {
    const text = json ? JSON.stringify(body) : form && serializeQuery(body as object).replaceAll("%20", "+");
    // `{}` would lose the content of a `Map`, for instance.
    if (text !== undefined && (text !== "{}" || isPlainObject(body))) return { body: text, type: json ?? form };
  }
  throw createMisuse(`The body can't be sent as ${types.join(" or ")}.`);
}
