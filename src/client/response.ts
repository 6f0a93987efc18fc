import type { OperationRow } from "../../generated/operations.ts";
import type { Call } from "./call.ts";
import { Failed, type Kind } from "./errors.ts";
import type { Received } from "./send.ts";
import { isPlainObject } from "./settings.ts";

export const is2xx = (status: number): boolean => status > 199 && status < 300;

/** Returns whether the caller reads the body: that of a success with a declared media type other than JSON and text. */
export const isStream = (row: OperationRow, status: number, headers: Headers): boolean =>
  is2xx(status) && /^(?!text)/.test(declaredTypeOf(row, headers) ?? "text");

/** Returns the declared media type of a response, unless it is JSON. The default is JSON, or else the first type. */
function declaredTypeOf({ success }: OperationRow, headers: Headers): string | undefined {
  if (!success?.types) return undefined;
  const type = headers.get("content-type") ?? (success.json ? "" : `${success.types[0]}`);
  return success.types.find((declaredType) => type.toLowerCase().startsWith(declaredType.replace(/\*.*/, "")));
}

const decoder = new TextDecoder();
/** The most bytes of a body that an error keeps. */
const maxErrorBytes = 2 ** 14;

/** Returns JSON, text, a stream, or a declared `Location`. Throws if the response isn't the expected success. */
export function readValue(call: Call, response: Received): unknown {
  const { row, settings } = call;
  const { status, headers, bytes = new Uint8Array(), stream } = response;
  if (stream) return stream;
  const text = decoder.decode(bytes);
  const value = parse(text);
  const failed = (kind: Kind, message: string, fields: object = {}) => {
    // A slice of the text would keep all of it.
    const cutText = bytes.length > maxErrorBytes && decoder.decode(bytes.subarray(0, maxErrorBytes));
    const body = cutText || (value === undefined ? text || undefined : value);
    const fullMessage = `${message}${text && " See error.body."}`;
    return new Failed({ kind, status, headers, body, message: fullMessage, ...fields } as Failed["failure"]);
  };
  const unexpected = (content: string) =>
    failed("unexpected-content", `The body is ${content} (status ${status}). Check baseUrl.`);

  const { success } = row;
  if (!is2xx(status)) {
    const location = status > 299 && status < 400 && success?.location && headers.get("location");
    if (location) return location;
    throw failed("http", describeStatus(call, response), { retryAfterMs: readRetryAfter(headers) });
  }
  if (bytes.length > settings.maxBodyBytes) throw unexpected(`larger than maxBodyBytes, ${settings.maxBodyBytes}`);
  const type = declaredTypeOf(row, headers);
  if (!type && /^text\/html/i.test(headers.get("content-type") ?? "")) throw unexpected("an HTML page");
  const isObject = isPlainObject(value);
  if (isObject && (value["success"] === false || (success?.json === "envelope" && value["success"] !== true))) {
    throw failed("unsuccessful", "The service reported no success.");
  }
  if (!success) {
    // A body of unknown shape can be anything but half of an object: half of `success: false`, perhaps.
    if (value === undefined && /^\s*{/.test(text)) throw unexpected("not JSON");
    return undefined;
  }
  if (!text && success.empty) return undefined;
  if (type?.startsWith("text/")) return text;
  if (!text) throw unexpected("empty");
  if (!success.json) throw unexpected("of another type");
  if (value === undefined) throw unexpected("not JSON");
  if (!isObject && success.json !== "any") throw unexpected("not a JSON object");
  const findings = findContradictions(call, value);
  if (findings.length === 0) return value;
  throw failed("contract", "The response contradicts the contract: see error.findings.", { findings });
}

function findContradictions({ record, settings }: Call, value: unknown) {
  try {
    return settings.validate?.(record.operation, value)?.filter(({ kind }) => kind === "contradiction") ?? [];
  } catch (cause) {
    throw new Failed({ kind: "configuration", cause, message: "`validate` threw: see error.cause." });
  }
}

/** The key of a test server's reason in the headers object. A response from another process can't have it. */
const rejectionKey = Symbol.for("phone-agent-api.mock-rejection");

/** Describes why a response is no success. Quotes only the rejection of a mock on loopback or of a test server. */
function describeStatus({ settings }: Call, { status, headers }: Received): string {
  const detail =
    (headers as { readonly [rejectionKey]?: unknown })[rejectionKey] ??
    (settings.isLoopback && headers.get("mock-rejection"));
  if (typeof detail === "string") return `The mock rejected the request (status ${status}): ${detail}`;
  const advice = status < 400 ? " Redirects aren't followed: check baseUrl." : (statusAdvice[status] ?? "");
  return `The service responded with status ${status}.${advice}`;
}

/** Advice by status, from RFC 9110: the service's meaning of a status is unknown. */
const statusAdvice: Readonly<Record<number, string>> = {
  401: " Check the token.",
  403: " Check the token.",
  404: " Check baseUrl and the path values.",
};

/** Reads `Retry-After`, an HTTP date or seconds, in milliseconds. Ignores others and past dates (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = / GMT$/.test(value) ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1000 : -1;
  return ms >= 0 ? ms : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
