import { type Rejection, reject } from "./rejection.ts";

/** Returns a media type without its parameters, in lower case. */
export const essenceOf = (mediaType: string): string => mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";

export const isJson = (mediaType: string): boolean => /^[^/]+\/([^;]*\+)?json$/.test(essenceOf(mediaType));

export const isXml = (mediaType: string): boolean => /[/+]xml$/.test(essenceOf(mediaType));

/** Returns the text of a body: a string unchanged if its type isn't JSON, any other value as JSON. */
export const toBodyText = (body: unknown, mediaType = ""): string =>
  typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);

export const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" || range === mediaType || (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

/** Returns the parameters of a media type, in lower case: `charset=utf-8`. */
export const parametersOf = (mediaType: string): string[] =>
  mediaType
    .toLowerCase()
    .split(";")
    .slice(1)
    .map((parameter) => parameter.trim());

/** Returns the media types that have a parameter; all of them if none has it, as for a charset or a quality. */
export function filterByParameter(mediaTypes: readonly string[], parameter: string): readonly string[] {
  const matches = mediaTypes.filter((mediaType) => parametersOf(mediaType).includes(parameter));
  return matches.length > 0 ? matches : mediaTypes;
}

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
  const mediaTypes = contents.map(({ mediaType }) => mediaType);
  // A range with fewer asterisks is closer, then one with fewer types.
  const closestFirst = ranges
    .map((match) => {
      const [, text = "", parameters = ""] = match ?? [];
      const range = text.toLowerCase();
      const types = mediaTypes.filter((type) => isInRange(essenceOf(type), range) || isInRange(range, essenceOf(type)));
      const quality = Number(/;\s*q=([\d.]+)/i.exec(parameters)?.[1] ?? 1);
      return { range, types: parametersOf(parameters).reduce(filterByParameter, types), quality };
    })
    .sort((a, b) => a.range.split("*").length - b.range.split("*").length || a.types.length - b.types.length);
  const qualityOf = ({ mediaType }: Content) =>
    closestFirst.find(({ types }) => types.includes(mediaType))?.quality ?? 0;
  const best = contents.reduce((best, content) => (qualityOf(content) > qualityOf(best) ? content : best), first);
  return qualityOf(best) > 0
    ? best
    : reject(406, `Accept leaves out what this response has: ${mediaTypes.join(", ")}.`);
}
