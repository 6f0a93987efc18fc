import { serializeArrayParam } from "openapi-fetch";
import { type OperationId, type OperationRow, operations } from "../../generated/operations.ts";
import { isPlainObject } from "../check.ts";
import type { Reject } from "../errors.ts";

/** An operation as the transport sees it: its row of the contract, or what the caller of `request` says. */
export type Route = OperationRow;

const ids = new Map(
  Object.entries<Route>(operations).map(([id, { method, path }]) => [`${method} ${path}`, id as OperationId]),
);

/** The documented operation at a method and a path, values not filled in. */
export const operationAt = (method: string, path: string): OperationId | undefined => ids.get(`${method} ${path}`);

/** Fills values into a path, before they are joined: behind a `Request` a `..` is already gone. */
export function fillPath(path: string, values: Record<string, unknown>, reject: Reject): string {
  const filled = path.replace(/{(.+?)}/g, (_, name: string) => {
    const value = values[name];
    return isScalar(value) && !/^\.{0,2}$/.test(`${value}`)
      ? encode(value, reject)
      : reject(`\`${name}\` must be a finite number, a boolean or a string, not "", "." or "..".`);
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

const isScalar = (value: unknown): boolean => /string|boolean/.test(typeof value) || Number.isFinite(value);

/** The inputs of a call, under their wire names. */
export function splitInputs({ names, headers }: Route, inputs: object) {
  const split = { query: {} as Record<string, unknown>, header: {} as Record<string, unknown> };
  for (const [input, value] of Object.entries(inputs)) {
    // Two inputs can have one wire name; the one that isn't given must not take the place of the other.
    if (value === undefined) continue;
    const name = names?.[input] ?? input;
    split[headers?.includes(name) ? "header" : "query"][name] = value;
  }
  return split;
}

type QueryValue = string | number | boolean;
/** Query inputs by name. Each value of a list becomes a parameter of its own. */
export type Query = Record<string, QueryValue | readonly QueryValue[] | null | undefined>;

/**
 * `style: form`, `explode: true`: each property of an object becomes a parameter of its own. openapi-fetch's own
 * serializer leaves names unescaped.
 * @param styles Of the lists that are written as one parameter.
 */
export function serializeQuery(query: object, reject: Reject, styles?: Route["styles"]): string {
  if (!isPlainObject(query)) reject("A query must hold plain values, or lists of them.");
  return Object.entries(query)
    .flatMap(([name, value]) => {
      const list = [value].flat();
      if (value === undefined) return [];
      if (isPlainObject(value)) return serializeQuery(value, reject) || [];
      if (!list.every((each) => each === null || isScalar(each)))
        reject(`\`${name}\` must be a string, a boolean, a finite number, or a list of them.`);
      const key = encode(name, reject);
      for (const each of list) encode(each, reject);
      const style = styles?.[name];
      if (style?.style && list[0] !== undefined) return serializeArrayParam(key, list, style);
      return list.map((each) => `${key}=${encodeURIComponent(each)}`);
    })
    .join("&");
}
