import { isUtf8 } from "node:buffer";
import type { Finding } from "../openapi/differences.ts";
import { essenceOf } from "../openapi/media-type.ts";
import { canDealInTokens, isSecretName } from "../openapi/secret-names.ts";
import type { KnownOperation } from "./contract.ts";
import type { Body } from "./exchange.ts";

/** The longest body that is compared, in bytes. */
export const maxBody = 16 * 2 ** 20;

interface RecordedBody {
  readonly contentType?: string | undefined;
  readonly bytes: Uint8Array;
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
  if (bytes.length === 0) return createEmptyBody(size === 0 ? "no content" : "not recorded");
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

/**
 * The part of an exchange's bodies that remains. `masked`: the names and masked values, if the operation deals in tokens.
 * `nothing`: if the operation may deal in tokens, and the contract doesn't know it or knows it from traffic alone.
 * `values`: all but the fields with the name of a secret, which are masked.
 */
type Redaction = "values" | "masked" | "nothing";

export function redactionOf(operation: KnownOperation | undefined, segments: readonly string[]): Redaction {
  if (operation && operation.knowledge !== "observed") return operation.dealsInTokens ? "masked" : "values";
  return operation?.dealsInTokens || segments.some(canDealInTokens) ? "nothing" : "values";
}

/** Returns the credentials of a request and their parts, since some services repeat them as names of fields. */
export function credentialsOf(url: string, headers: readonly (readonly [string, string])[]): string[] {
  const query = [...new URLSearchParams(url.split("?").slice(1).join("?").split("#")[0])];
  return [...query, ...headers]
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [value, ...value.split(/[\s=;,]+/)])
    .filter((value) => value.length >= 4);
}

// Functions that read a nested value call themselves for each level, so the stack limits its depth.
const maxDepth = 200;

/**
 * Copies a value without its secrets: masks the fields that have the name of a secret, or everything, and leaves out the
 * fields whose names contain a credential.
 * @throws RangeError if the value is nested too deeply.
 */
function removeSecrets(value: unknown, isMasked: boolean, credentials: readonly string[], depth = 0): unknown {
  if (typeof value !== "object" || value === null) return isMasked ? mask(value) : value;
  if (depth >= maxDepth) throw new RangeError("nested too deeply");
  if (Array.isArray(value)) return value.map((item) => removeSecrets(item, isMasked, credentials, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !credentials.some((credential) => name.includes(credential)))
      .map(([name, inner]) => [name, removeSecrets(inner, isMasked || isSecretName(name), credentials, depth + 1)]),
  );
}

/** Replaces each letter and each character beyond ASCII by x, each digit and integer by 0, and other numbers by 0.5. */
function mask(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\d/g, "0").replace(/[^ -@[-`{-~]/g, "x");
  if (typeof value === "number") return Number.isInteger(value) ? 0 : 0.5;
  return value;
}
