import { isRejection, type Rejection, reject } from "./rejection.ts";

/** A request as it reaches an adapter. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The credentials that a contract declares, by the place where a request has them; headers in lower case. */
export interface CredentialNames {
  readonly query: readonly string[];
  readonly header: readonly string[];
  readonly cookie: readonly string[];
  /** The schemes of the `Authorization` header, in lower case. */
  readonly http: readonly string[];
}

/** A parsed request. Its credentials are dropped here, so nothing that gets it can record or print them. */
export interface ParsedRequest {
  /** The HTTP method. */
  readonly method: string;
  /** The segments of the path, decoded. */
  readonly segments: readonly string[];
  /** Without declared credentials. */
  readonly query: URLSearchParams;
  /** By lower-case name, without declared credentials and without what usually carries some. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names of its cookies. Their values are never read. */
  readonly cookies: readonly string[];
  /** The declared credentials that it has: `query token`, `http bearer`. */
  readonly credentials: ReadonlySet<string>;
  /** Whether it lacks all declared credentials: they may be somewhere else in it. */
  readonly lacksCredentials: boolean;
  /** The body as text. */
  readonly body: string;
}

/** In characters. */
export const maxBodyLength = 1_000_000;

// A referrer is the address of a page, which may have a token in its query.
const secretHeaders = ["authorization", "cookie", "proxy-authorization", "referer"];

/** Parses a request, and drops its credentials. */
export function parseRequest(incoming: IncomingRequest, declared: CredentialNames): ParsedRequest | Rejection {
  const { method, body } = incoming;
  const target = parseTarget(incoming.target, declared.query);
  if (isRejection(target)) return target;
  if (body.length > maxBodyLength) return reject(413, "The body is longer than a million characters.");
  const headers: Record<string, string> = {};
  for (const name in incoming.headers) {
    if (!secretHeaders.includes(name) && !declared.header.includes(name))
      headers[name] = String(incoming.headers[name]);
  }
  const { segments, query, given } = target;
  const [, scheme = ""] = /^([\w-]+) ./.exec(String(incoming.headers["authorization"] ?? "")) ?? [];
  const cookies = cookieNames(String(incoming.headers["cookie"] ?? ""));
  const credentials = new Set([
    ...given.map((name) => `query ${name}`),
    ...declared.header.filter((name) => incoming.headers[name]).map((name) => `header ${name}`),
    ...declared.cookie.filter((name) => cookies.includes(name)).map((name) => `cookie ${name}`),
    ...declared.http.filter((name) => name === scheme.toLowerCase()).map((name) => `http ${name}`),
  ]);
  const lacksCredentials = credentials.size === 0 && Object.values(declared).some(({ length }) => length > 0);
  return { method, segments, query, headers, cookies, credentials, lacksCredentials, body };
}

/** The names of the cookies that have a value. */
const cookieNames = (header: string): string[] =>
  header.split(";").flatMap((cookie) => {
    const end = cookie.indexOf("=");
    return end > 0 && cookie.length > end + 1 ? [cookie.slice(0, end).trim()] : [];
  });

/** A parsed request target. */
export interface Target {
  /** The segments of the path, decoded. */
  readonly segments: readonly string[];
  /** Without the secrets. */
  readonly query: URLSearchParams;
  /** The names of the secrets that it has, and that are not empty. */
  readonly given: readonly string[];
}

/**
 * Parses a request target (`/path?query`, or the absolute form that proxies send) without `URL`, which would resolve
 * `..` and `%2e%2e` and so respond to another request than the one that was sent.
 * @param secrets The names of the query parameters to drop.
 */
export function parseTarget(raw: string, secrets: readonly string[] = []): Target | Rejection {
  const [path = "", ...rest] = raw.replace(/^https?:\/\/[^/?#]*/i, "").split("?");
  if (!path.startsWith("/")) return reject(400, "The request target has no path.");
  if (!isDecodable(raw)) return reject(400, "The request target has malformed percent-encoding.");
  const segments = path.slice(1).split("/").map(decodeURIComponent);
  if (segments.includes(".") || segments.includes("..")) return reject(400, "The path has a dot segment.");
  const query = new URLSearchParams(rest.join("?"));
  const given: string[] = [];
  for (const name of secrets) {
    const [value = "", ...more] = query.getAll(name);
    if (more.length > 0) return reject(400, `The query has more than one ${name}.`);
    if (value !== "") given.push(name);
    query.delete(name);
  }
  return { segments, query, given };
}

/** A query as an object, with a list of values for a name that it repeats. */
export function queryValues(query: URLSearchParams): Record<string, string | string[]> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const [value = "", ...more] = query.getAll(name);
      return [name, more.length === 0 ? value : [value, ...more]];
    }),
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Node reads headers as Latin-1; this restores UTF-8. */
export function decodeHeader(header: string | string[] = ""): string {
  const raw = String(header);
  if (!/[^ -~]/.test(raw)) return raw;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(raw, (byte) => byte.charCodeAt(0)));
  } catch {
    return raw;
  }
}
