import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, unzipSync } from "node:zlib";
import { essenceOf } from "../../core/media.ts";
import type { Finding } from "../../openapi/differences.ts";
import type { Body, MissingReason } from "./exchange.ts";
import { type Redaction, removeSecrets } from "./redaction.ts";

/** The longest body that is compared, in bytes. */
export const maxBody = 16 * 2 ** 20;

/** A body as it was recorded. */
export interface RecordedBody {
  readonly contentType?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  /** The length of the whole body in bytes: 0 if it is empty, `NaN` if it is unknown. */
  readonly size?: number | undefined;
  /** The header `Content-Encoding`. Some recordings contain the body still encoded. */
  readonly encoding?: string | undefined;
  /** The credentials of the request, which a service may repeat in its response. */
  readonly credentials?: readonly string[];
}

/**
 * Decodes a body, and removes its secrets.
 * @param check Compares the value with its schema, before its secrets are removed.
 */
export function decodeBody(
  { contentType = "", bytes, size = 0, encoding, credentials = [] }: RecordedBody,
  redaction: Redaction,
  check?: (value: unknown) => readonly Finding[],
): Body {
  const mediaType = essenceOf(contentType) || undefined;
  const createEmptyBody = (reason: MissingReason): Body => ({ mediaType, content: { missing: reason } });
  if (!bytes?.length) return createEmptyBody(size === 0 ? "no content" : "not recorded");
  if (redaction === "nothing") return createEmptyBody("dropped: the operation may deal in tokens");
  if (bytes.length > maxBody) return createEmptyBody("longer than 16 MiB");
  // Most recordings contain the body unpacked, with the header of the packed one.
  const recordedValue = parse(bytes, mediaType);
  const unpacked = recordedValue ? undefined : unpack(bytes, encoding);
  if (unpacked === "longer than 16 MiB") return createEmptyBody(unpacked);
  const parsedBody = recordedValue ?? parse(unpacked, mediaType);
  if (!parsedBody) {
    if (encoding && !unpacked && !isUtf8(bytes)) return createEmptyBody("packed in an unknown way");
    return createEmptyBody((unpacked ?? bytes).length < size ? "cut off" : "not JSON");
  }
  const { value } = parsedBody;
  if (isDeeper(value, maxDepth)) return createEmptyBody("nested too deeply");
  const masked = redaction === "masked";
  const findings = check?.(value);
  const content = { value: removeSecrets(value, masked, credentials), masked, ...(findings && { findings }) };
  return { mediaType, content };
}

// Functions that read a nested value call themselves for each level, so the stack limits its depth.
const maxDepth = 200;

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

/** Unpacks a body: `unzipSync` recognizes gzip and deflate. Returns `undefined` if it isn't packed. */
function unpack(bytes: Uint8Array, encoding: string | undefined): Uint8Array | "longer than 16 MiB" | undefined {
  if (encoding === undefined) return undefined;
  const decompress = encoding.toLowerCase() === "br" ? brotliDecompressSync : unzipSync;
  try {
    return decompress(bytes, { maxOutputLength: maxBody });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "longer than 16 MiB" : undefined;
  }
}
