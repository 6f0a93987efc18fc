import { isMockSource } from "../core/exchange.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { methods } from "../openapi/operation.ts";
import { segmentsOf } from "../openapi/path.ts";
import type { BaseUrls } from "./base-urls.ts";
import { decodeBody } from "./body.ts";
import { type Exchange, type Origin, UnusableEntry } from "./exchange.ts";
import { createNameMasker, redactionOf, secretsIn, withoutCredentials } from "./secrets.ts";
import type { VerifiableContract } from "./verifiable-contract.ts";

/**
 * Reads an entry of a HAR file. Fields that begin with an underscore are the recorder's own.
 * @throws UnusableEntry if it isn't an exchange with the service.
 */
export function readHarEntry(
  value: unknown,
  origin: Origin,
  contract: VerifiableContract,
  baseUrls: BaseUrls,
): Exchange {
  // Any field of a recording may be absent or have another type.
  const entry = asObject(value);
  const [request, response] = [asObject(entry["request"]), asObject(entry["response"])];
  const method = toText(request["method"]).toUpperCase();
  const url = toText(request["url"]);
  if (method === "CONNECT") throw new UnusableEntry("a tunnel of a proxy");
  if (url === "") throw new UnusableEntry("not a recorded request");
  // Some recorders write it as text.
  const status = /^\d{3}$/.test(`${response["status"]}`) ? Number(response["status"]) : 0;
  const isSocket = /^wss?:/i.test(url) || entry["_resourceType"] === "websocket" || status === 101;
  if (isSocket) throw new UnusableEntry("a socket");
  const { base, segments, hasTrailingSlash, query } = baseUrls.read(url);
  const match = contract.match(method, segments);
  // Any other method may be a secret.
  if (!match && !methods.includes(method.toLowerCase()))
    throw new UnusableEntry("not a recorded request");
  const headers = headersOf(response);
  const reason = reasonToIgnore(entry, method, status, headers, match !== undefined);
  if (reason) throw new UnusableEntry(reason);
  const operation = match?.target.operation;
  const redaction = redactionOf(match?.target, segments);
  const requestHeaders = headersOf(request);
  const maskName = createNameMasker(
    secretsIn(query, [...requestHeaders, ...headers], contract.credentials),
  );
  baseUrls.use(base, maskName);
  const words = segmentsOf(operation?.path ?? "");
  const postData = asObject(request["postData"]);
  const sentBody = {
    contentType: toText(postData["mimeType"]) || headerOf(requestHeaders, "content-type"),
    content: contentOf(postData),
    // Of a form, a browser may record the parameters alone.
    parameters: readPairs(postData["params"]),
  };
  const content = asObject(response["content"]);
  const receivedBody = {
    // Chromium and Playwright write "x-unknown" if there is no media type.
    contentType:
      headerOf(headers, "content-type") || toText(content["mimeType"]).replace(/^x-unknown$/, ""),
    content: contentOf(content),
    size: sizeOf(entry, content, headers, origin.source),
    encoding: headerOf(headers, "content-encoding"),
  };
  return {
    ...origin,
    at: toText(entry["startedDateTime"]),
    method,
    match: match && { ...match, pathValues: mapValues(match.pathValues, maskName) },
    segments: segments.map((segment, index) =>
      segment === words[index] ? segment : maskName(segment),
    ),
    hasTrailingSlash,
    query: withoutCredentials(query, contract.credentials, maskName),
    status,
    requestBody: decodeBody(sentBody, redaction, maskName),
    responseBody: decodeBody(
      receivedBody,
      redaction,
      maskName,
      operation &&
        ((mediaType, value) => contract.compareBody?.(operation, status, mediaType, value)),
    ),
  };
}

const mapValues = (record: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Returns why an entry shows nothing of the service; empty if it may. */
function reasonToIgnore(
  entry: JsonObject,
  method: string,
  status: number,
  headers: Headers,
  isKnown: boolean,
): string {
  const { _wasFulfilled, _fromCache, _fetchType, cache } = entry;
  // Of Chromium, Safari or Firefox.
  const isFromCache =
    _fromCache || /cache/i.test(`${_fetchType}`) || asObject(cache)["afterRequest"] !== undefined;
  if (isMockSource(headerOf(headers, "mock-source"))) return "the mock responded, not the service";
  if (_wasFulfilled === true) return "a test responded, not the service";
  if (status === 304 || isFromCache) return "the response came from a cache";
  if (method === "OPTIONS" && !isKnown) return "a preflight";
  if (method === "HEAD" || method === "TRACE") return `${method} has no body to compare`;
  if (status < 200 || status > 599)
    return hasFailed(entry) ? "aborted before a response" : "no response recorded";
  return "";
}

/** Returns whether an entry says that its request failed, or its response broke off. */
function hasFailed(entry: JsonObject): boolean {
  return [entry, asObject(entry["response"])].some(
    ({ _error, _failureText, _wasAborted, _charlesStatus }) =>
      Boolean(_error || _failureText || _wasAborted) || _charlesStatus === "FAILED",
  );
}

/**
 * Returns the size of a response's body: `Infinity` if it broke off, `NaN` if the recording leaves
 * it open.
 */
function sizeOf(
  entry: JsonObject,
  { size, text }: JsonObject,
  headers: Headers,
  source: Origin["source"],
): number {
  // Chromium records an error for a page whose response has no body by definition.
  if (asObject(entry["response"])["status"] === 204) return 0;
  if (hasFailed(entry)) return Infinity;
  const known = Number.isInteger(size) ? (size as number) : text === "" ? 0 : NaN;
  const length = headerOf(headers, "content-length");
  // A packed body has another length, and Postman's examples can be edited.
  const isExact = source !== "postman" && headerOf(headers, "content-encoding") === "";
  if (length === "" || (text && !isExact)) return known;
  // A recorder that drops a body can write the size 0 and an empty text, next to the length that
  // the service sent.
  return Math.max(Number(length), known || 0);
}

const contentOf = ({ text, encoding }: JsonObject): string | Buffer =>
  encoding === "base64" ? Buffer.from(toText(text), "base64") : toText(text);

const toText = (value: unknown): string => (typeof value === "string" ? value : "");

/** @param change Changes each name. */
function readPairs(list: unknown, change = (name: string) => name): [string, string][] {
  const pairs: [string, string][] = [];
  for (const pair of asList(list)) {
    const { name, value } = asObject(pair);
    if (typeof name === "string" && name !== "") pairs.push([change(name), toText(value)]);
  }
  return pairs;
}

type Headers = readonly (readonly [name: string, value: string])[];

const headersOf = ({ headers }: JsonObject): Headers =>
  readPairs(headers, (name) => name.toLowerCase());

const headerOf = (headers: Headers, headerName: string): string =>
  headers.find(([name]) => name === headerName)?.[1] ?? "";
