import { type Rejection, reject } from "./rejection.ts";

/** Returns a media type without its parameters, in lower case. */
export const essenceOf = (mediaType: string): string => mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

export const isJson = (mediaType: string): boolean => /^[^/]+\/([^;]*\+)?json$/.test(essenceOf(mediaType));

/** Returns the text of a body: a string unchanged if its type isn't JSON, any other value as JSON. */
export const toBodyText = (body: unknown, mediaType = ""): string =>
  typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);

/** Returns whether a media type is in a range such as `text/*`. */
export const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" || range === mediaType || (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaRange = new RegExp(`^\\s*(${token}/${token})\\s*((;.*)?)$`);

/**
 * Picks the content that `Accept` prefers, the first on a tie (RFC 9110, 12.5.1). The range that fits a media type most
 * closely sets its quality.
 */
export function negotiate<Content extends { readonly mediaType: string }>(
  accept: string | undefined,
  contents: readonly Content[],
): Content | undefined | Rejection {
  const [first] = contents;
  if (!first || accept === undefined || accept === "*/*" || accept.trim() === "") return first;
  const ranges = accept.split(",").map((text) => mediaRange.exec(text));
  if (ranges.some((range) => range === null)) return reject(400, "The header Accept is malformed.");
  // A range with fewer asterisks is closer.
  const closestFirst = ranges
    .map((range) => ({
      range: range?.[1]?.toLowerCase() ?? "",
      quality: Number(/;\s*q=([\d.]+)/i.exec(range?.[2] ?? "")?.[1] ?? 1),
    }))
    .sort((a, b) => a.range.split("*").length - b.range.split("*").length);
  const qualityOf = ({ mediaType }: Content) => {
    const type = essenceOf(mediaType);
    return closestFirst.find(({ range }) => isInRange(type, range) || isInRange(range, type))?.quality ?? 0;
  };
  const best = contents.reduce((best, content) => (qualityOf(content) > qualityOf(best) ? content : best), first);
  const types = contents.map(({ mediaType }) => mediaType).join(", ");
  return qualityOf(best) > 0 ? best : reject(406, `Accept leaves out what this response has: ${types}.`);
}
