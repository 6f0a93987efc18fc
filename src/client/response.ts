import type { Received } from "./attempt.ts";
import type { Call, Route } from "./call.ts";
import { CallerError, Failed, type Failure, type Finding } from "./errors.ts";
import { retryAfter } from "./retry.ts";
import { isPlainObject } from "./settings.ts";

export const isSuccess = (status: number): boolean => status > 199 && status < 300;

/** The media type, other than JSON, that a response has and its operation declares. Unnamed, it is the first one. */
export function mediaType({ success }: Route, headers: Headers): string | undefined {
  const { json, types = [] } = success ?? {};
  const type = headers.get("content-type") ?? (json ? "" : `${types[0]}`);
  return types.find((declared) => type.toLowerCase().startsWith(declared.replace(/\*.*/, "")));
}

/**
 * Returns the value of a response.
 * @throws Failed if it isn't the expected success.
 */
export function readResponse(call: Call, received: Received): unknown {
  const { status, headers, bytes, stream } = received;
  if (stream) return stream;
  const text = decoder.decode(bytes);
  const content: Content = { ...received, text, value: parse(text) };
  if (isSuccess(status)) return readSuccess(call, content);
  const location = status > 299 && status < 400 && call.route.success?.location && headers.get("location");
  if (location) return location;
  throw failed(content, { kind: "http", retryAfterMs: retryAfter(headers) }, reasonOf(call, content));
}

/** A response whose body is read. */
interface Content extends Received {
  readonly text: string;
  /** Its body as JSON; `undefined` if it isn't JSON. */
  readonly value: unknown;
}

function readSuccess({ record, route: { success }, route, settings }: Call, content: Content): unknown {
  const { status, headers, text, value, isPartial } = content;
  const unexpected = (what: string) =>
    failed(content, { kind: "unexpected-content" }, `The body is ${what} (status ${status}). Check baseUrl.`);
  if (isPartial) throw unexpected(`larger than maxBodyBytes, ${settings.maxBodyBytes}`);
  const isJson = value !== undefined;
  const isObject = isPlainObject(value);
  if (isObject && (value["success"] === false || (success?.json === "envelope" && value["success"] !== true))) {
    throw failed(content, { kind: "unsuccessful" }, "The service reported no success.");
  }
  if (!success) {
    // A body of unknown shape can be anything but a page, or half an object: half of `success: false`, perhaps.
    const isPage = /^text\/html/i.test(headers.get("content-type") ?? "") && text;
    if (!isJson && (isPage || /^\s*{/.test(text))) throw unexpected("an HTML page or half an object");
    return undefined;
  }
  if (!text && success.empty) return undefined;
  if (mediaType(route, headers)?.startsWith("text/")) return text;
  if (!isJson || !success.json) throw unexpected(!text ? "empty" : success.json ? "not JSON" : "of another media type");
  if (!isObject && success.json !== "any") throw unexpected("not a JSON object");
  const findings = contradictions(() => settings.validate?.(record.operation, value));
  if (findings.length === 0) return value;
  throw failed(content, { kind: "contract", findings }, "The response contradicts the contract: see error.findings.");
}

function contradictions(validate: () => readonly Finding[] | undefined): readonly Finding[] {
  try {
    return validate()?.filter(({ kind }) => kind === "contradiction") ?? [];
  } catch (error) {
    throw new CallerError(error);
  }
}

/** A test server in this process leaves its reason in the headers object, where no response from elsewhere can. */
const rejectionKey = Symbol.for("phone-agent-api.mock-rejection");

/** Says why a response is no success. It quotes nothing but the rejection of a mock on loopback or of a test server. */
function reasonOf({ record, route, settings }: Call, { status, headers }: Content): string {
  const reason = (headers as { readonly [rejectionKey]?: unknown })[rejectionKey];
  const detail = reason ?? (settings.isLoopback ? headers.get("mock-rejection") : null);
  if (typeof detail === "string") return `The mock rejected the request (status ${status}): ${detail.slice(0, 300)}`;
  const isPrefixed = record.path?.startsWith("/api/v2/");
  return `The service responded with status ${status}.${advice(status, route.repeatable, isPrefixed)}`;
}

/** Says what to do about a status, by RFC 9110. The service's own meaning of it is unknown. */
function advice(status: number, isRepeatable: boolean, isPrefixed = false): string {
  if (status < 400) return " Redirects aren't followed: check baseUrl.";
  if (status === 401 || status === 403) return " Check the token.";
  if (status === 404) return isPrefixed ? " Check baseUrl and the path values." : " Paths start with /api/v2/.";
  if (status > 499 || status === 408 || status === 429) return isRepeatable ? " Try again later." : "";
  return " Check the request.";
}

const mostShown = 2 ** 14;

/** The failure of a call by its response, with the response's headers and its body for the caller to read. */
function failed({ status, headers, bytes, text, value }: Content, failure: object, message: string): Failed {
  // A slice of the text would keep all of it.
  const cut = bytes.length > mostShown && decoder.decode(bytes.subarray(0, mostShown));
  const body = cut || (value === undefined ? text || undefined : value);
  return new Failed({ ...failure, status, headers, body } as Failure, `${message}${text && " See error.body."}`);
}

const decoder = new TextDecoder();

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
