import {
  createPathMatcher,
  decode,
  decodeIfValid,
  isDotSegment,
  type PathMatch,
  type Route,
  segmentsOf,
  shapeOf,
} from "../openapi/path.ts";
import type { Credential } from "../openapi/security.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";

/** A request as it reaches an adapter. */
export interface IncomingRequest {
  /** As it was sent, such as `GET`. */
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As text; empty if the request has none. */
  readonly body: string;
}

export interface Target {
  /** The segments of the path, decoded. */
  readonly segments: readonly string[];
  /** Without the secrets. */
  readonly query: URLSearchParams;
  /** The names of the secrets that have a value. */
  readonly secrets: readonly string[];
}

/**
 * A parsed request. It has no declared credentials, so nothing that gets it can record or print
 * them.
 */
export interface ParsedRequest
  extends Pick<IncomingRequest, "method" | "body">,
    Pick<Target, "segments" | "query"> {
  /**
   * By lower-case name, without declared credentials and without headers that usually carry some.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The cookies that have a value, without declared credentials. They are never recorded. */
  readonly cookies: ReadonlyMap<string, string>;
  /** The declared credentials that the request had. */
  readonly credentials: readonly Credential[];
  /**
   * Whether the contract declares credentials and the request has none: they may be elsewhere in
   * it.
   */
  readonly lacksCredentials: boolean;
}

/** In characters. */
export const maxBodyLength = 1_000_000;
export const bodyTooLong = reject(413, "The body is longer than a million characters.");

// A referrer is the address of a page, which may have a token in its query.
const secretHeaders = ["authorization", "cookie", "proxy-authorization", "referer"];

export function parseRequest(
  incoming: IncomingRequest,
  declaredCredentials: readonly Credential[],
): ParsedRequest | Rejection {
  const { method, body } = incoming;
  const target = parseTarget(incoming.target, namesIn("query", declaredCredentials));
  if (isRejection(target)) return target;
  if (body.length > maxBodyLength) return bodyTooLong;
  const headers: Record<string, string> = {};
  const secretNames = [...secretHeaders, ...namesIn("header", declaredCredentials)];
  for (const name in incoming.headers) {
    if (!secretNames.includes(name)) headers[name] = String(incoming.headers[name]);
  }
  const { segments, query } = target;
  const { authorization, cookie } = incoming.headers;
  const cookies = cookie === undefined ? noCookies : parseCookies(String(cookie));
  const scheme = authorization === undefined ? undefined : parseScheme(String(authorization));
  const isPresent = ({ in: location, name }: Credential) => {
    if (location === "query") return target.secrets.includes(name);
    if (location === "header") return Boolean(incoming.headers[name]);
    return location === "cookie" ? cookies.delete(name) : name === scheme;
  };
  const credentials = declaredCredentials.filter(isPresent);
  const lacksCredentials = credentials.length === 0 && declaredCredentials.length > 0;
  return { method, segments, query, headers, cookies, credentials, lacksCredentials, body };
}

/** The scheme in lower case; `undefined` if the header has no credentials of it. */
function parseScheme(authorization: string): string | undefined {
  const [, name = "", value = ""] = /^([\w-]+) +(.+)$/.exec(authorization) ?? [];
  const scheme = name.toLowerCase();
  return name === "" || (scheme === "basic" && !isBasic(value)) ? undefined : scheme;
}

/** A user and a password, encoded (RFC 7617, 2). */
function isBasic(text: string): boolean {
  try {
    return atob(text).includes(":");
  } catch {
    return false;
  }
}

const namesIn = (location: Credential["in"], credentials: readonly Credential[]): string[] =>
  credentials.filter((credential) => credential.in === location).map(({ name }) => name);

// Shared: the journal keeps thousands of requests.
const noCookies = new Map<string, string>();

/** Parses the cookies that have a value; of two with one name the first. */
function parseCookies(header: string): Map<string, string> {
  const pairs = header
    .split(";")
    .map((cookie) => cookie.split(/=(.*)/s).map((text) => text.trim()));
  return new Map(
    pairs
      .toReversed()
      .flatMap(([name, value]) => (name && value ? [[name, decodeIfValid(value)]] : [])),
  );
}

/**
 * Parses a request target (`/path?query`, or the absolute form that proxies send) without `URL`,
 * which would resolve `..` and `%2e%2e` and so respond to another request than the one that was
 * sent.
 * @param secrets The names of the query parameters to drop.
 */
export function parseTarget(raw: string, secrets: readonly string[] = []): Target | Rejection {
  const target = raw.startsWith("/") ? raw : raw.replace(/^https?:\/\/[^/?#]*/i, "");
  if (!target.startsWith("/")) return reject(400, "The request target has no path.");
  if (decode(target) === undefined)
    return reject(400, "The request target has malformed percent-encoding.");
  const end = target.indexOf("?");
  const [path, search] = end < 0 ? [target, ""] : [target.slice(0, end), target.slice(end + 1)];
  const segments = segmentsOf(path).map(decodeURIComponent);
  if (segments.some(isDotSegment)) return reject(400, "The path has a dot segment.");
  const query = new URLSearchParams(search);
  const present: string[] = [];
  for (const name of secrets) {
    const values = query.getAll(name);
    if (values.length > 1) return reject(400, `The query has more than one ${name}.`);
    if (values[0]) present.push(name);
    query.delete(name);
  }
  return { segments, query, secrets: present };
}

/** Returns how well path values fit their schemas: 2 if they do, 1 without any, 0 if they don't. */
export type RateFit = (match: PathMatch<string>) => number;

/**
 * Creates the matcher of routes. Of those that differ by names alone, the one whose values fit best
 * is chosen.
 * @param basePaths The paths of servers, as segments. A request below one is matched as without it.
 * @param rateFit Default: all fit alike, and the first is chosen.
 */
export function createRouteMatcher<Id extends string>(
  operations: Readonly<Record<Id, Route>>,
  basePaths: readonly (readonly string[])[] = [],
  rateFit: RateFit = () => 1,
) {
  const paths = createPathMatcher(operations, basePaths);
  const keyOf = (id: Id) => `${operations[id].method} ${shapeOf(operations[id].path)}`;
  const keys = Object.keys(operations).map((id) => keyOf(id as Id));
  const ambiguousKeys = new Set(keys.filter((key, index) => keys.indexOf(key) < index));
  return {
    methods: paths.methods,
    match(method: string, segments: readonly string[]): PathMatch<Id> | undefined {
      const match = paths.match(method, segments);
      if (!match || !ambiguousKeys.has(keyOf(match.id))) return match;
      const isAlike = ({ id }: PathMatch<Id>) => keyOf(id) === keyOf(match.id);
      const find = (fit: number) =>
        paths.match(method, segments, (other) => isAlike(other) && rateFit(other) >= fit);
      return find(2) ?? find(1) ?? match;
    },
  };
}

/** Creates the matcher of requests: see `createRouteMatcher`. */
export function createMatcher<Id extends string>(
  operations: Readonly<Record<Id, Route>>,
  basePaths?: readonly (readonly string[])[],
  rateFit?: RateFit,
) {
  const paths = createRouteMatcher(operations, basePaths, rateFit);
  return (method: string, segments: readonly string[]): PathMatch<Id> | Rejection => {
    const match = paths.match(method, segments);
    if (match) return match;
    const allow = paths.methods(segments).join(", ");
    if (allow !== "")
      return reject(405, `No operation of the contract has this method on this path: ${allow}.`, {
        allow,
      });
    const end = `/${segments.filter(Boolean).join("/")}`;
    const similar =
      end === "/"
        ? undefined
        : Object.values<Route>(operations).find(({ path }) => path.endsWith(end));
    const advice = similar
      ? `Did you mean ${similar.path}?`
      : "To stub it: server.on.request, or PUT /__mock/on/METHOD%20PATH.";
    return reject(404, `No operation of the contract has this path. ${advice}`);
  };
}

/** Decodes a UTF-8 header, which Node reads as Latin-1. */
export function decodeHeader(header: string | string[] | undefined): string {
  if (header === undefined) return "";
  const encoded = String(header).replace(
    /[%\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16)}`,
  );
  return decode(encoded) ?? String(header);
}
