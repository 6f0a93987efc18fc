import { essenceOf, isJson } from "../openapi/media-type.ts";
import { type Rejection, reject } from "./rejection.ts";

/** RFC 9110, 15.3.5, 15.3.6 and 15.4.5. */
export const canHaveContent = (status: number): boolean => ![204, 205, 304].includes(status);

export const toBodyText = (body: unknown, mediaType = ""): string =>
  typeof body === "string" && !isJson(mediaType) ? body : JSON.stringify(body);

// A pair of CR and LF is one line break.
const lineBreak = "(?:\\r\\n|\\n|\\r(?!\\n))";
const event = RegExp(`.+?(?:${lineBreak}{2,}|$)`, "gs");

/** Splits the text of a stream of events after each event's blank line. Any other body is one piece. */
export const splitEvents = (body: string, mediaType = ""): string[] =>
  (essenceOf(mediaType) === "text/event-stream" && body.match(event)) || [body];

export const isInRange = (mediaType: string, range: string): boolean =>
  range === "*/*" || range === mediaType || (range.endsWith("/*") && mediaType.startsWith(range.slice(0, -1)));

const parametersOf = (mediaType: string) =>
  mediaType
    .toLowerCase()
    .trim()
    .split(/\s*;\s*/)
    .slice(1);

/**
 * Returns how closely a media type fits a requested one; each can be a range. Fewer asterisks are closer, then more
 * parameters of the requested type. If they don't fit, returns minus infinity.
 */
export function closenessOf(requestedType: string, mediaType: string): number {
  const [requestedEssence, essence] = [essenceOf(requestedType), essenceOf(mediaType)];
  const fits = isInRange(requestedEssence, essence) || isInRange(essence, requestedEssence);
  if (!fits) return Number.NEGATIVE_INFINITY;
  const [requestedParameters, parameters] = [parametersOf(requestedType), parametersOf(mediaType)];
  const commonParameters = requestedParameters.filter((parameter) => parameters.includes(parameter));
  const asterisks = `${requestedEssence}${essence}`.split("*").length;
  return 2 * commonParameters.length - requestedParameters.length - 100 * asterisks;
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaRange = new RegExp(`^\\s*${token}/${token}\\s*(;.*)?$`);

/**
 * Picks the content that `Accept` prefers (RFC 9110, 12.5.1). The range that fits a media type most closely sets its
 * quality; on a tie, the closest fit counts, then the first content.
 */
export function negotiate<Content extends { readonly mediaType: string }>(
  accept: string | undefined,
  contents: readonly Content[],
): Content | undefined | Rejection {
  const [first] = contents;
  if (!first || accept === undefined || accept === "*/*" || accept.trim() === "") return first;
  const ranges = accept.split(",");
  if (!ranges.every((range) => mediaRange.test(range))) return reject(400, "The header Accept is malformed.");
  const choices = contents.map((content) => {
    const fits = ranges.map((range) => ({ range, closeness: closenessOf(range, content.mediaType) }));
    const { range, closeness } = fits.reduce((best, fit) => (fit.closeness > best.closeness ? fit : best));
    const quality = Number.isFinite(closeness) ? Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) : 0;
    return { content, closeness, quality };
  });
  const [best] = choices.sort((a, b) => b.quality - a.quality || b.closeness - a.closeness);
  if (best && best.quality > 0) return best.content;
  const mediaTypes = contents.map(({ mediaType }) => mediaType).join(", ");
  return reject(406, `Accept leaves out what this response has: ${mediaTypes}.`);
}
