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

/** A parsed request. Its secrets are dropped here, so nothing behind this file can record or print them. */
export interface ParsedRequest extends Target {
  /** The HTTP method. */
  readonly method: string;
  /** By lower-case name, without those that can carry a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The scheme of the `Authorization` header, in lower case. */
  readonly authorization: string | undefined;
  /** The names of its cookies. */
  readonly cookies: readonly string[];
  /** The body as text. */
  readonly body: string;
}

export interface Target {
  /** The segments of the path, decoded. */
  readonly segments: readonly string[];
  /** Without `token`. */
  readonly query: URLSearchParams;
  /** Whether the query had a token that is not empty. */
  readonly hasToken: boolean;
}

/** In characters. */
export const maxBodyLength = 1_000_000;

// A referrer is the address of a page, which may have a token in its query.
const secretHeaders = ["authorization", "cookie", "proxy-authorization", "referer"];

export function parseRequest({ method, target: raw, headers, body }: IncomingRequest): ParsedRequest | Rejection {
  const target = parseTarget(raw);
  if (isRejection(target)) return target;
  if (body.length > maxBodyLength) return reject(413, "The body is longer than a million characters.");
  const kept: Record<string, string> = {};
  for (const name in headers) if (!secretHeaders.includes(name)) kept[name] = String(headers[name]);
  const { segments, query, hasToken } = target;
  const [, scheme] = /^([\w-]+) ./.exec(String(headers["authorization"] ?? "")) ?? [];
  const cookies = cookieNames(String(headers["cookie"] ?? ""));
  return { method, segments, query, hasToken, headers: kept, authorization: scheme?.toLowerCase(), cookies, body };
}

const cookieNames = (header: string): string[] =>
  [...header.matchAll(/([^=;\s]+)=[^;]/g)].map(([, name]) => name ?? "");

/**
 * Parses a request target (`/path?query`, or the absolute form that proxies send) without `URL`, which would resolve
 * `..` and `%2e%2e` and so respond to another request than the one that was sent.
 */
export function parseTarget(raw: string): Target | Rejection {
  const [path = "", ...rest] = raw.replace(/^https?:\/\/[^/?#]*/i, "").split("?");
  const search = rest.join("?");
  if (!path.startsWith("/")) return reject(400, "The request target has no path.");
  if (!isDecodable(raw)) return reject(400, "The request target has malformed percent-encoding.");
  const segments = path.slice(1).split("/").map(decodeURIComponent);
  if (segments.includes(".") || segments.includes("..")) return reject(400, "The path has a dot segment.");
  const query = new URLSearchParams(search);
  const [token = "", ...more] = query.getAll("token");
  if (more.length > 0) return reject(400, "The query has more than one token.");
  query.delete("token");
  return { segments, query, hasToken: token !== "" };
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
