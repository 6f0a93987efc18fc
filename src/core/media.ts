import { isObject } from "../openapi/json.ts";
import { closenessOf, essenceOf, isJson, isXml } from "../openapi/media-type.ts";
import { type Rejection, reject } from "./rejection.ts";

/** The smallest picture of each media type that the mock can make. */
const pictures = new Map([
  ["image/gif", "GIF89a\u0001\0\u0001\0\0\0\0;"],
  ["image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
]);

/** Returns the picture of a media type, or of a range; `undefined` of others. */
export const pictureOf = (mediaType: string): string | undefined =>
  pictures.get(essenceOf(sentTypeOf(mediaType, "")));

/** Returns a body of a media type that isn't JSON, in place of one that the contract leaves open. */
export const placeholderOf = (mediaType: string): string =>
  pictureOf(mediaType) ?? (isXml(mediaType) ? "<xml/>" : "string");

const subtypes: Readonly<Record<string, string>> = {
  text: "plain",
  image: "gif",
  audio: "mpeg",
  video: "mp4",
  font: "ttf",
};

/** Returns a media type for a body of a range of them. */
export function sentTypeOf(mediaType: string, body: unknown): string {
  if (!mediaType.includes("*")) return mediaType;
  const [type = ""] = mediaType.split("/");
  const isAny = type === "*" || type === "application";
  if (isAny && typeof body !== "string") return "application/json";
  if (type === "*") return "text/plain";
  return `${type}/${subtypes[type] ?? "octet-stream"}`;
}

/** Writes a body. In a stream, a list is its items, one after the other. */
export function toBodyText(body: unknown, mediaType = ""): string {
  if (typeof body === "string" && !isJson(mediaType)) return body;
  const writeItem = streams.get(essenceOf(mediaType));
  return writeItem && Array.isArray(body) ? body.map(writeItem).join("") : JSON.stringify(body);
}

/** An item without `data` isn't an event, so it is the data of one. */
function writeEvent(item: unknown): string {
  const fields = Object.entries(isObject(item) && "data" in item ? item : { data: item });
  const lines = fields.flatMap(([name, value]) =>
    toBodyText(value)
      .split(/\r\n|[\r\n]/)
      .map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}

const writeLine = (item: unknown) => `${JSON.stringify(item)}\n`;

/** How an item is written in each media type of a stream. */
const streams = new Map([
  ["text/event-stream", writeEvent],
  ["application/jsonl", writeLine],
  ["application/x-ndjson", writeLine],
  ["application/json-seq", (item: unknown) => `\u001e${writeLine(item)}`],
]);

/** Returns whether the mock can make a body of this media type. Any bytes are an octet stream. */
export const canWrite = (mediaType: string): boolean =>
  isJson(mediaType) ||
  isXml(mediaType) ||
  pictureOf(mediaType) !== undefined ||
  streams.has(essenceOf(mediaType)) ||
  /^(text\/|application\/octet-stream$)/.test(essenceOf(mediaType));

// A pair of CR and LF is one line break.
const lineBreak = "(?:\\r\\n|\\n|\\r(?!\\n))";
const event = RegExp(`.+?(?:${lineBreak}{2,}|$)`, "gs");

/**
 * Splits the text of a stream after each line, or of events after each event's blank line. Any
 * other body is one piece.
 */
export function splitItems(body: string, mediaType = ""): string[] {
  const essence = essenceOf(mediaType);
  const item = essence === "text/event-stream" ? event : /.*\n|.+$/g;
  return (streams.has(essence) && body.match(item)) || [body];
}

const token = "[!#$%&'*+.^_`|~\\w-]+";
const mediaRange = new RegExp(`^\\s*(?!\\*/[^*])${token}/${token}\\s*(;.*)?$`);

/**
 * Picks the content that `Accept` prefers (RFC 9110, 12.5.1). The range that fits a media type most
 * closely sets its quality; on a tie, the closest fit counts, then the first content.
 */
export function negotiate<Content extends { readonly mediaType: string }>(
  accept: string | undefined,
  contents: readonly Content[],
): Content | undefined | Rejection {
  const [first] = contents;
  if (!first || accept === undefined || accept === "*/*" || accept.trim() === "") return first;
  // What isn't a range, as an empty element of the list or the `*` of old Java, is as if absent.
  const ranges = accept.split(",").filter((range) => mediaRange.test(range));
  if (ranges.length === 0) return first;
  const choices = contents.map((content) => {
    const fits = ranges.map((range) => ({
      range,
      closeness: closenessOf(range, content.mediaType),
    }));
    const { range, closeness } = fits.reduce((best, fit) =>
      fit.closeness > best.closeness ? fit : best,
    );
    const quality = Number.isFinite(closeness)
      ? Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
      : 0;
    return { content, closeness, quality };
  });
  const [best] = choices.sort((a, b) => b.quality - a.quality || b.closeness - a.closeness);
  if (best && best.quality > 0) return best.content;
  const mediaTypes = contents.map(({ mediaType }) => mediaType).join(", ");
  return reject(
    406,
    `None of this response's media types is acceptable. Available: ${mediaTypes}.`,
  );
}
