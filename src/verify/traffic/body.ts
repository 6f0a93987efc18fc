import { isUtf8 } from "node:buffer";
import { essenceOf } from "../../core/media.ts";
import type { Finding } from "../../openapi/differences.ts";
import type { Body } from "./exchange.ts";
import { type Redaction, removeSecrets } from "./redaction.ts";

/** The longest body that is compared, in bytes. */
export const maxBody = 16 * 2 ** 20;

interface RecordedBody {
  readonly contentType?: string | undefined;
  readonly bytes?: Uint8Array | undefined;
  /** The length of the whole body in bytes: 0 if it is empty, `NaN` if it is unknown. */
  readonly size?: number | undefined;
  /** The header `Content-Encoding`, which a body that arrives unpacked has, too. */
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
  const createEmptyBody = (reason: string): Body => ({ mediaType, content: { missing: reason } });
  if (!bytes?.length) return createEmptyBody(size === 0 ? "no content" : "not recorded");
  if (redaction === "nothing") return createEmptyBody("dropped: the operation may deal in tokens");
  if (bytes.length > maxBody) return createEmptyBody("longer than 16 MiB");
  const parsedBody = parse(bytes, mediaType);
  if (!parsedBody && encoding && !isUtf8(bytes)) return createEmptyBody("packed");
  if (!parsedBody) return createEmptyBody(bytes.length < size ? "cut off" : "not JSON");
  const masked = redaction === "masked";
  try {
    const value = removeSecrets(parsedBody.value, masked, credentials);
    return { mediaType, content: { value, masked, ...(check && { findings: check(parsedBody.value) }) } };
  } catch (error) {
    if (error instanceof RangeError) return createEmptyBody("nested too deeply");
    throw error;
  }
}

function parse(bytes: Uint8Array, mediaType: string | undefined): { value: unknown } | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const isForm = mediaType === "application/x-www-form-urlencoded";
    return { value: isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
