import { type Rejection, reject } from "./rejection.ts";

/** Returns a media type without its parameters, in lower case. */
export const essenceOf = (mediaType: string): string => mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

export const isJson = (mediaType: string): boolean => /^[^/]+\/([^;]*\+)?json$/.test(essenceOf(mediaType));

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(essenceOf(mediaType));

/** Returns the text of a body: a string unchanged if its type isn't JSON, any other value as JSON. */
export const toBodyText = (body: unknown, mediaType = ""): string =>
  typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);

/** Returns whether a media type is in a range such as `text/*`. */
export const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" || range === mediaType || (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

/** Returns the parameters of a media type, in lower case: `charset=utf-8`. */
export const parametersOf = (mediaType: string): string[] =>
  mediaType
    .toLowerCase()
    .split(/\s*;\s*/)
    .slice(1);

export const hasParameters = (mediaType: string, parameters: readonly string[]): boolean =>
  parameters.every((parameter) => parametersOf(mediaType).includes(parameter));

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
      parameters: parametersOf(range?.[2] ?? "").filter((parameter) => !parameter.startsWith("q=")),
      quality: Number(/;\s*q=([\d.]+)/i.exec(range?.[2] ?? "")?.[1] ?? 1),
    }))
    .sort((a, b) => a.range.split("*").length - b.range.split("*").length || b.parameters.length - a.parameters.length);
  const qualityOf = ({ mediaType }: Content, hasEach: typeof hasParameters) => {
    const type = essenceOf(mediaType);
    const isMatch = ({ range, parameters }: (typeof closestFirst)[number]) =>
      (isInRange(type, range) || isInRange(range, type)) && hasEach(mediaType, parameters);
    return closestFirst.find(isMatch)?.quality ?? 0;
  };
  // A parameter that no content has, such as a charset, is ignored.
  for (const hasEach of [hasParameters, () => true]) {
    const best = contents.reduce((a, b) => (qualityOf(b, hasEach) > qualityOf(a, hasEach) ? b : a), first);
    if (qualityOf(best, hasEach) > 0) return best;
  }
  const types = contents.map(({ mediaType }) => mediaType).join(", ");
  return reject(406, `Accept leaves out what this response has: ${types}.`);
}
