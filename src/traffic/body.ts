import { isUtf8 } from "node:buffer";
import type { Finding } from "../openapi/differences.ts";
import { parseHeaderParameters, splitParts } from "../openapi/header.ts";
import { parseJson } from "../openapi/json.ts";
import { essenceOf, isJson, isMultipart, isUrlEncoded } from "../openapi/media-type.ts";
import { parsePointer, pointerOf } from "../openapi/pointer.ts";
import type { Body } from "./exchange.ts";
import { type MaskName, type Redaction, removeSecrets } from "./secrets.ts";

/** The longest body that is compared, in bytes. */
export const maxBody = 16 * 2 ** 20;

/** A field of a form, as text; of a file, its name at most is recorded. */
type FormField = readonly [name: string, value: unknown];

interface RecordedBody {
  readonly contentType?: string | undefined;
  /** The bytes, or the text that a recorder decoded. */
  readonly content: string | Buffer;
  /** The fields of a form that are recorded as parameters. */
  readonly parameters?: readonly FormField[];
  /** The length of the whole body in bytes: 0 if it is empty, `NaN` if it is unknown. */
  readonly size?: number | undefined;
  /** The header `Content-Encoding`, which a body that arrives unpacked has, too. */
  readonly encoding?: string | undefined;
}

/**
 * Decodes a body, and removes its secrets.
 * @param check Compares the value with its schema, before its secrets are removed.
 */
export function decodeBody(
  { contentType = "", content, parameters = [], size = 0, encoding }: RecordedBody,
  redaction: Redaction,
  maskName: MaskName,
  check?: (mediaType: string, value: unknown) => readonly Finding[] | undefined,
): Body {
  const essence = essenceOf(contentType);
  const mediaType = maskName(essence) || undefined;
  if (content.length === 0 && parameters.length === 0)
    return without(mediaType, size === 0 ? "no content" : "not recorded");
  if (redaction === "nothing")
    return without(mediaType, "dropped: the operation may deal in tokens");
  if (content.length > maxBody) return without(mediaType, "longer than 16 MiB");
  const isText = typeof content === "string" || isUtf8(content);
  const text = isText ? `${content}`.replace(/^\uFEFF/, "") : "";
  const recorded = readForm(text, contentType, parameters) ?? parseJson(text, Infinity);
  if (recorded === undefined && !isText && encoding) return without(mediaType, "packed");
  // A recorder can leave out the byte order mark of a text.
  const leftOut = recorded === undefined ? 0 : 3;
  if (Buffer.byteLength(content) + leftOut < size) return without(mediaType, "cut off");
  if (recorded === undefined) return without(mediaType, "not JSON");
  try {
    const findings = check?.(essence, recorded)?.map(({ pointer, ...finding }) => ({
      ...finding,
      pointer: pointerOf(parsePointer(pointer).map(maskName)),
    }));
    const value = removeSecrets(recorded, redaction === "masked", maskName);
    return { mediaType, content: findings ? { value, findings } : { value } };
  } catch (error) {
    if (error instanceof RangeError) return without(mediaType, "nested too deeply");
    throw error;
  }
}

const without = (mediaType: string | undefined, missing: string): Body => ({
  mediaType,
  content: { missing },
});

/**
 * @param parameters The fields that a browser records next to the text. Only they have the files.
 */
function readForm(
  text: string,
  contentType: string,
  parameters: readonly FormField[],
): object | undefined {
  // curl calls any body a form, JSON included.
  if (/^\s*[[{]/.test(text)) return undefined;
  const hasParts = isMultipart(contentType);
  if (!hasParts && !isUrlEncoded(contentType)) return undefined;
  const fields = hasParts ? readParts(text, contentType) : [...new URLSearchParams(text)];
  const names = new Set(fields.map(([name]) => name));
  const lists: Record<string, unknown[]> = Object.create(null);
  for (const [name, value] of [...fields, ...parameters.filter(([other]) => !names.has(other))]) {
    lists[name] ??= [];
    lists[name].push(value);
  }
  const entries = Object.entries(lists).map(([name, list]) => [
    name,
    list.length > 1 ? list : list[0],
  ]);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/**
 * Reads the parts of a multipart body. The content of a file is left out. A recorder can leave out
 * the boundary, with which the body begins.
 */
function readParts(text: string, contentType: string): FormField[] {
  const [, first = ""] = /^\s*--(.+?)\r?\n/.exec(text) ?? [];
  const { boundary = first } = parseHeaderParameters(contentType);
  return (splitParts(text, boundary) ?? []).map(({ name, isFile, type = "", text: content }) => {
    const json = isJson(type) ? parseJson(content, Infinity) : undefined;
    return [name, isFile ? "" : (json ?? content)];
  });
}
