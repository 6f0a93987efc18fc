import type { OperationId } from "#generated/operations.ts";
import { createSecretTest } from "../openapi/secret-text.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import { type Call, namesOf } from "./call.ts";
import { attempt, isPlainObject } from "./entries.ts";
import { configError, Failure, type Head, type Kind } from "./errors.ts";
import { unknownSuccess } from "./spec.ts";
import { nameOf } from "./thrown.ts";

export const isEventStream = (headers: Headers): boolean =>
  /^text\/event-stream/i.test(headers.get("content-type") ?? "");

const decoder = new TextDecoder();
/** The most bytes of a body that an error keeps. */
const maxErrorBytes = 2 ** 14;

/**
 * Returns JSON, text, a stream, or a declared `Location`. Throws if the response isn't the expected
 * success.
 */
export async function parseResponse(call: Call): Promise<unknown> {
  const { spec, settings, bytes = new Uint8Array(), stream } = call;
  const head = call.head as Head & { headers: Headers };
  const { status, headers } = head;
  if (stream) return stream;
  const text = decoder.decode(bytes);
  const value: unknown = attempt(() => JSON.parse(text));
  const failed = (kind: Kind, message: string, fields: object = {}) => {
    // A slice of the text would keep all of it.
    const cutText =
      bytes.length > maxErrorBytes && decoder.decode(bytes.subarray(0, maxErrorBytes));
    const body = cutText || (value === undefined ? text || undefined : value);
    return new Failure(kind, message + (text && " See error.body."), { status, body, ...fields });
  };
  const unexpected = (content: string, fields?: object) =>
    failed("unexpected-content", `The body is ${content}. Check baseUrl.`, fields);

  const { success = unknownSuccess } = spec;
  const other = success.media?.parse(head, text);
  if (!isSuccessStatus(status)) {
    if (other) return other;
    throw failed("http", describeStatus(call, headers), {
      retryAfterMs: readRetryAfter(headers),
    });
  }
  const limit = "maxBodyBytes";
  if (bytes.length > settings[limit])
    throw unexpected(`larger than ${limit}, ${settings[limit]}`, { limit });
  if (isEventStream(headers)) throw unexpected("an event stream");
  const isObject = isPlainObject(value);
  if (
    isObject &&
    (value["success"] === false || (success.json === "envelope" && value["success"] !== true))
  ) {
    throw failed("unsuccessful", "The service reported a failure.");
  }
  if (other !== undefined) return other;
  const isEmpty = !/\S/.test(text);
  if (isEmpty && success.empty) return undefined;
  if (isEmpty) throw unexpected("empty");
  if (!success.json) throw unexpected("of another type");
  if (value === undefined) throw unexpected("not JSON");
  if (!isObject && success.json !== "any") throw unexpected("not a JSON object");
  const findings = await findContradictions(call, value);
  if (!findings?.length) return spec.success && value;
  throw failed("contract", "The response contradicts the contract. See error.findings.", {
    findings,
  });
}

async function findContradictions(call: Call, value: unknown) {
  const operation = namesOf(call).operation as OperationId;
  const { status, headers } = call.head as Head;
  const mediaType = headers?.get("content-type") ?? undefined;
  try {
    // In JavaScript it may be asynchronous.
    const findings = await call.settings.validate?.(operation, value, status, mediaType);
    return findings?.filter(({ kind }) => kind === "contradiction");
  } catch (thrown) {
    // Another text of it could quote the response.
    throw configError(`\`validate\` threw (${nameOf(thrown)}).`);
  }
}

/**
 * The key of a test server's reason in the headers object. A response from another process can't
 * have it.
 */
const rejectionKey = Symbol.for("phone-agent-api.mock-rejection");

/**
 * Describes why a response is no success. Quotes only the rejection of a test server, or that of a
 * mock on loopback if it contains no secret: another service there may repeat the request.
 */
function describeStatus({ settings, head }: Call, headers: Headers): string {
  const { status } = head as Head;
  const { [rejectionKey]: own } = headers as { readonly [rejectionKey]?: unknown };
  const sent = settings.isLoopback && headers.get("mock-rejection");
  const detail = own ?? (sent && !createSecretTest(settings.secrets)(sent) && sent);
  if (detail) return `The mock rejected the request (status ${status}): ${detail}`;
  const hint =
    status < 400 && status !== 304
      ? " Redirects aren't followed: check baseUrl or error.headers."
      : (hints[status] ?? "");
  return `The service responded with status ${status}.${hint}`;
}

/** By RFC 9110: the service's meaning of a status is unknown. */
const hints: Readonly<Record<number, string>> = {
  401: " Check the token.",
  403: " Check the token.",
  404: " Nothing may be there, or check baseUrl.",
};

/**
 * Reads `Retry-After`, an HTTP date or seconds, in milliseconds. Ignores others and past dates (RFC
 * 9110, 10.2.3).
 */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const date = / GMT$/.test(value) ? Date.parse(value) : NaN;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : date - Date.now();
  return ms >= 0 ? ms : undefined;
}
