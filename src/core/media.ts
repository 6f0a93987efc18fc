import { type Rejection, reject } from "./rejection.ts";

/** A media type without its parameters, in lower case. */
export const essence = (mediaType: string): string => mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

export const isJson = (mediaType: string): boolean => /^[^/]+\/([^;]*\+)?json$/.test(essence(mediaType));

/** The text of a body: a text of another type than JSON unchanged, any other value as JSON. */
export const bodyText = (body: unknown, mediaType = ""): string =>
  typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);

/** Whether a media type is in a range such as `text/*`. */
export const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" || range === mediaType || (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaRange = new RegExp(`^\\s*(${token}/${token})\\s*((;.*)?)$`);

/**
 * Picks what an `Accept` header prefers (RFC 9110, 12.5.1): of two that it likes the same, the first. A range that fits a
 * media type more closely decides on it.
 */
export function negotiate<Content extends { readonly mediaType: string }>(
  accept: string | undefined,
  contents: readonly Content[],
): Content | undefined | Rejection {
  const [first] = contents;
  if (!first || accept === undefined || accept === "*/*" || accept.trim() === "") return first;
  const ranges = accept.split(",").map((text) => mediaRange.exec(text));
  if (ranges.some((range) => range === null)) return reject(400, "The header Accept is malformed.");
  const quality = ({ mediaType }: Content) => {
    const type = essence(mediaType);
    const [closest] = ranges
      .map((range) => ({
        range: range?.[1]?.toLowerCase() ?? "",
        q: Number(/;\s*q=([\d.]+)/i.exec(range?.[2] ?? "")?.[1] ?? 1),
      }))
      .filter(({ range }) => isInRange(type, range) || isInRange(range, type))
      .sort((a, b) => closeness(b.range) - closeness(a.range));
    return closest?.q ?? 0;
  };
  const best = contents.reduce((best, content) => (quality(content) > quality(best) ? content : best), first);
  const types = contents.map(({ mediaType }) => mediaType).join(", ");
  return quality(best) > 0 ? best : reject(406, `Accept leaves out what this response has: ${types}.`);
}

const closeness = (range: string) => (range === "*/*" ? 0 : range.endsWith("/*") ? 1 : 2);
