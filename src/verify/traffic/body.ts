import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Finding } from "../../judgement.ts";
import type { Body, Missing } from "./exchange.ts";
import { type Kept, mask, withoutCredentials, withoutSecrets } from "./secrets.ts";

/** In bytes. */
export const maxBody = 16 * 2 ** 20;

/** A body as it was recorded. */
export interface Recorded {
  readonly contentType?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  /** Its whole length, where the recording gives it. */
  readonly size?: number | undefined;
  /** The header `Content-Encoding`. Some recordings have the body as it was on the wire. */
  readonly encoding?: string | undefined;
  /** The credentials of the request. */
  readonly credentials?: readonly string[];
}

/** Compares the value of a body with its schema. */
export type Check = (value: unknown) => readonly Finding[];

/** Reads a body, without its secrets. It's checked before they are masked. */
export function readBody(
  { contentType = "", bytes, size = 0, encoding, credentials = [] }: Recorded,
  kept: Kept,
  check?: Check,
): Body {
  const mediaType = contentType.toLowerCase().split(";")[0]?.trim() || undefined;
  const missing = (reason: Missing): Body => ({ mediaType, content: { missing: reason } });
  if (!bytes?.length) return missing(size > 0 ? "not recorded" : "no content");
  if (kept === "nothing") return missing(dropped);
  if (bytes.length > maxBody) return missing("longer than 16 MiB");
  const parsed = parse(bytes, mediaType) ?? parse(unpack(bytes, encoding), mediaType);
  if (!parsed) return missing(bytes.length < size && !encoding ? "cut off" : "not JSON");
  const content = keep(parsed.value, kept, check);
  if (!("value" in content) || credentials.length === 0) return { mediaType, content };
  return { mediaType, content: { ...content, value: withoutCredentials(content.value, credentials) } };
}

const dropped = "dropped: the operation may deal in tokens";

// What walks a value calls itself for each level.
const maxDepth = 200;

/** A value without its secrets. */
export function keep(value: unknown, kept: Kept, check?: Check): Body["content"] {
  if (kept === "nothing") return { missing: dropped };
  if (isDeeper(value, maxDepth)) return { missing: "nested too deeply" };
  const masked = kept === "masked";
  const findings = check?.(value);
  return { value: masked ? mask(value) : withoutSecrets(value), masked, ...(findings && { findings }) };
}

function isDeeper(value: unknown, depth: number): boolean {
  let level = [value];
  for (let count = 0; count <= depth && level.length > 0; count++) {
    level = level.flatMap((parent) => (typeof parent === "object" && parent !== null ? Object.values(parent) : []));
  }
  return level.length > 0;
}

function parse(bytes: Uint8Array | undefined, mediaType: string | undefined): { value: unknown } | undefined {
  if (!bytes) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (mediaType === "application/x-www-form-urlencoded") {
      return { value: Object.fromEntries(new URLSearchParams(text)) };
    }
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const unpackers: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function unpack(bytes: Uint8Array, encoding = ""): Uint8Array | undefined {
  try {
    return unpackers[encoding.toLowerCase()]?.(bytes, { maxOutputLength: maxBody });
  } catch {
    return undefined;
  }
}
