import { type OperationId, operations } from "../../generated/operations.ts";
import { isPlainObject } from "../check.ts";
import type { Reject } from "../errors.ts";

/** An operation as the transport sees it: its row of the contract, or what the caller of `request` says. */
export interface Route {
  readonly method: string;
  /** The path below the base URL, with a `{name}` where a value belongs. */
  readonly path: string;
  readonly repeatable: boolean;
  /** The path values that are numbers. The others are strings. */
  readonly numbers?: readonly string[];
  /** The expected JSON body of a success. `optional`: JSON or nothing. Absent: none that the contract documents. */
  readonly expects?: "any" | "object" | "envelope" | "optional";
}

const ids = new Map(
  Object.entries<Route>(operations).map(([id, { method, path }]) => [`${method} ${path}`, id as OperationId]),
);

/** The documented operation at a method and a path, values not filled in. */
export const operationAt = (method: string, path: string): OperationId | undefined => ids.get(`${method} ${path}`);

/** Fills values into a path, before they are joined: behind a `Request` a `..` is already gone. */
export function fillPath({ path, numbers }: Route, values: Record<string, unknown>, reject: Reject): string {
  const filled = path.replace(/{(.+?)}/g, (_, name: string) => {
    const value = values[name];
    const [fits, wanted] = numbers?.includes(name)
      ? [Number.isFinite(value), "finite number"]
      : [typeof value === "string" && !/^\.{0,2}$/.test(value), 'string, not "", "." or ".."'];
    return fits ? encode(value, reject) : reject(`\`${name}\` must be a ${wanted}.`);
  });
  const wrong =
    (/^\w+:|^\/\//.test(filled) && "Pass the path only: the host belongs in `baseUrl`.") ||
    (filled[0] !== "/" && "The path must start with `/`.") ||
    (/\?/.test(filled) && "Pass the query as `query`.") ||
    // A URL parser reads `\` as `/` and `%2e` as `.`, drops tabs and line breaks, and replaces half a surrogate pair.
    ((unsendable.test(filled) || /[#\\{}]|%(?![\da-f]{2})|\/(\.|%2e){1,2}(\/|$)/i.test(filled)) &&
      "The path has a dot segment or a character that needs percent-encoding.");
  return wrong ? reject(wrong) : filled;
}

/** Control characters and halves of surrogate pairs, by what they are not: for `\p{Cc}` the engine loads its tables. */
export const unsendable = /[^ -~\xa0-\ud7ff\ue000-\u{10ffff}]/u;

/** Halves of surrogate pairs have no encoding. */
const encode = (value: unknown, reject: Reject): string =>
  /[\ud800-\udfff]/u.test(`${value}`)
    ? reject("Half a surrogate pair can't be sent.")
    : encodeURIComponent(value as string);

type QueryValue = string | number | boolean;
/** Query inputs by name. Each value of a list becomes a parameter of its own. */
export type Query = Record<string, QueryValue | readonly QueryValue[] | undefined>;

/**
 * `style: form`, `explode: true`: each property of an object becomes a parameter of its own. openapi-fetch's own
 * serializer leaves names unescaped.
 */
export function serializeQuery(query: object, reject: Reject): string {
  if (!isPlainObject(query)) reject("A query must hold plain values, or lists of them.");
  const pair = (name: string, value: unknown): string => {
    if (name === "token") reject("Pass `token` to createPhoneAgentClient, not in a query.");
    if (!/string|boolean/.test(typeof value) && !Number.isFinite(value)) {
      reject(`\`${name}\` must be a string, a boolean, a finite number, or a list of them.`);
    }
    return `${encode(name, reject)}=${encode(value, reject)}`;
  };
  return Object.entries(query)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (Array.isArray(value)) return value.map((item) => pair(name, item));
      return value && typeof value === "object" ? serializeQuery(value, reject) || [] : pair(name, value);
    })
    .join("&");
}

/** JSON, or a `FormData` as it is. Of a `Map` or a `Blob` JSON would keep nothing. */
export function serializeBody(body: unknown, reject: Reject): BodyInit {
  if (body instanceof FormData) return body;
  const fits =
    Object(body) !== body ||
    isPlainObject(body) ||
    Array.isArray(body) ||
    ("toJSON" in (body as object) && !ArrayBuffer.isView(body));
  let text: string | undefined;
  try {
    text = fits ? JSON.stringify(body) : undefined;
  } catch {
    // A loop, or a bigint: what is thrown quotes the body.
  }
  return text ?? reject("The body must be what JSON can hold, or a FormData.");
}
