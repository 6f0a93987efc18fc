import { definedEntries, isPlainObject } from "./entries.ts";
import { configError } from "./errors.ts";

/** Writes an input: returns its parts of the query, such as `name=value`, or adds it to the headers. */
export type WriteInput = (name: string, value: unknown, headers: Headers) => string[];

/** Writes an input of the query. */
type WriteQuery = (name: string, value: unknown) => string[];

export const isScalar = (value: unknown): value is string | number | boolean =>
  /string|boolean/.test(typeof value) || Number.isFinite(value);

/** Returns a value, or those of a list. Objects are refused. */
export function listValues(name: string, value: unknown): unknown[] {
  const list = [value].flat();
  if (!list.every((item) => item === null || isScalar(item))) {
    throw configError(`\`${name}\` must be a string, boolean or finite number, or a list of them.`);
  }
  return list;
}

export const encodeValues = (name: string, value: unknown): string[] =>
  listValues(name, value).map((item) => encodeURIComponent(`${item}`));

/** Serializes a query or a form. Objects are refused. */
export const serializeQuery = (query: unknown): string =>
  definedEntries(query)
    .flatMap(([name, value]) => plain(name, value))
    .join("&");

/** As `form`. A null isn't sent. */
export const plain: WriteQuery = (name, value) => (value === null ? [] : form(name, value));

/** A parameter for each value of a list. */
export const form: WriteQuery = (name, value) =>
  encodeValues(name, value).map((item) => `${encodeURIComponent(name)}=${item}`);

/** A parameter for each property of an object. */
export const exploded: WriteQuery = (name, value) =>
  isPlainObject(value)
    ? definedEntries(value).flatMap(([key, child]) => plain(key, child))
    : plain(name, value);

/**
 * One parameter for the values of a list, with a delimiter. RFC 3986 has no `|`, which servers
 * expect nevertheless.
 */
export const delimited =
  (delimiter: "," | "%20" | "|"): WriteQuery =>
  (name, value) => {
    const values = encodeValues(name, value);
    return values.length > 0 ? [`${encodeURIComponent(name)}=${values.join(delimiter)}`] : [];
  };

/** A parameter for each property of an object, such as `filter[from]=1`. */
export const deepObject: WriteQuery = (name, value) =>
  isPlainObject(value)
    ? definedEntries(value).flatMap(([key, child]) =>
        child === null ? [] : deepObject(`${name}[${key}]`, child),
      )
    : form(name, value);

/** The text of a value as JSON. */
export const json: WriteQuery = (name, value) => form(name, JSON.stringify(value));
