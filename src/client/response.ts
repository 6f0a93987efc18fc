import type { Received } from "./attempt.ts";
import type { Call, Route } from "./call.ts";
import { CallerError, Failed, type Failure, type Finding, type Kind } from "./errors.ts";
import { retryAfter } from "./retry.ts";
import { isPlainObject } from "./settings.ts";

export const isSuccess = (status: number): boolean => status > 199 && status < 300;

/** Returns whether the caller reads the body: that of a success with a declared media type other than JSON and text. */
export const isStream = (route: Route, status: number, headers: Headers): boolean =>
  isSuccess(status) && /^(?!text)/.test(mediaType(route, headers) ?? "text");

/**
 * Returns the declared media type, other than JSON, that matches a response's `Content-Type`. Without that header, it is the
 * first one, or none if the operation also declares JSON.
 */
function mediaType({ success }: Route, headers: Headers): string | undefined {
  const { json, types = [] } = success ?? {};
  const type = headers.get("content-type") ?? (json ? "" : `${types[0]}`);
  return types.find((declaredType) => type.toLowerCase().startsWith(declaredType.replace(/\*.*/, "")));
}

const decoder = new TextDecoder();
/** The most bytes of a body that an error keeps. */
const maxErrorBytes = 2 ** 14;

/**
 * Returns the value of a response: JSON, text, a stream, or the `Location` of a redirect if the contract declares it.
 * @throws Failed if the response isn't the expected success.
 * @throws CallerError if `validate` throws.
 */
export function readResponse(call: Call, result: Received): unknown {
  const { record, route, settings } = call;
  const { status, headers, bytes, isPartial, stream } = result;
  if (stream) return stream;
  const text = decoder.decode(bytes);
  const value = parse(text);
  const failed = (kind: Kind, message: string, fields: object = {}) => {
    // A slice of the text would keep all of it.
    const cutText = bytes.length > maxErrorBytes && decoder.decode(bytes.subarray(0, maxErrorBytes));
    const body = cutText || (value === undefined ? text || undefined : value);
    return new Failed({ kind, status, headers, body, ...fields } as Failure, `${message}${text && " See error.body."}`);
  };
  const unexpected = (content: string) =>
    failed("unexpected-content", `The body is ${content} (status ${status}). Check baseUrl.`);

  const { success } = route;
  if (!isSuccess(status)) {
    const location = status > 299 && status < 400 && success?.location && headers.get("location");
    if (location) return location;
    throw failed("http", reasonOf(call, result), { retryAfterMs: retryAfter(headers) });
  }
  if (isPartial) throw unexpected(`larger than maxBodyBytes, ${settings.maxBodyBytes}`);
  const type = mediaType(route, headers);
  if (!type && /^text\/html/i.test(headers.get("content-type") ?? "")) throw unexpected("an HTML page");
  const isObject = isPlainObject(value);
  if (isObject && (value["success"] === false || (success?.json === "envelope" && value["success"] !== true))) {
    throw failed("unsuccessful", "The service reported no success.");
  }
  if (!success) {
    // A body of unknown shape can be anything but half of an object: half of `success: false`, perhaps.
    if (value === undefined && /^\s*{/.test(text)) throw unexpected("half of an object");
    return undefined;
  }
  if (!text && success.empty) return undefined;
  if (type?.startsWith("text/")) return text;
  if (!text) throw unexpected("empty");
  if (!success.json) throw unexpected("of another media type");
  if (value === undefined) throw unexpected("not JSON");
  if (!isObject && success.json !== "any") throw unexpected("not a JSON object");
  const findings = contradictions(() => settings.validate?.(record.operation, value));
  if (findings.length === 0) return value;
  throw failed("contract", "The response contradicts the contract: see error.findings.", { findings });
}

function contradictions(validate: () => readonly Finding[] | undefined): readonly Finding[] {
  try {
    return validate()?.filter(({ kind }) => kind === "contradiction") ?? [];
  } catch (error) {
    throw new CallerError(error);
  }
}

/** The key of a test server's reason in the headers object. A response from another process can't have it. */
const rejectionKey = Symbol.for("phone-agent-api.mock-rejection");

/** Describes why a response is no success. Quotes nothing but the rejection of a mock on loopback or of a test server. */
function reasonOf({ route, settings }: Call, { status, headers }: Received): string {
  const reason = (headers as { readonly [rejectionKey]?: unknown })[rejectionKey];
  const detail = reason ?? (settings.isLoopback ? headers.get("mock-rejection") : null);
  if (typeof detail === "string") return `The mock rejected the request (status ${status}): ${detail.slice(0, 300)}`;
  return `The service responded with status ${status}.${advice(status, route.repeatable)}`;
}

/** Returns what to do about a status, by RFC 9110. The service's meaning of the status is unknown. */
function advice(status: number, isRepeatable: boolean): string {
  if (status < 400) return " Redirects aren't followed: check baseUrl.";
  if (status === 401 || status === 403) return " Check the token.";
  if (status === 404) return " Check baseUrl and the path values.";
  if (status > 499 || status === 408 || status === 429) return isRepeatable ? " Try again later." : "";
  return " Check the request.";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
