import { type OperationId, type OperationRow, operations } from "../../generated/operations.ts";
import { serializeBody } from "./body.ts";
import type { Call } from "./call.ts";
import { createMisuse } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import { checkNames, checkPlainObject, isPlainObject, mergeHeaders } from "./settings.ts";

/** The arguments of a named operation. */
export interface Arguments {
  /** All of them: the path values come first. */
  readonly path: readonly unknown[];
  readonly body?: unknown;
  readonly inputs?: object | undefined;
  readonly options?: CallOptions | undefined;
}

/** Names the arguments of an operation: its path values, its body and its inputs as its row says, then the options. */
export function nameArguments({ path, body, inputs, bodyLast }: OperationRow, args: readonly object[]): Arguments {
  const rest: unknown[] = args.slice(path.split("{").length - 1);
  if (bodyLast) rest.splice(0, 2, rest[1], rest[0]);
  return { path: args, body: body && rest.shift(), inputs: inputs && rest.shift(), options: rest.shift() } as Arguments;
}

/** The values of a call. */
export interface Values {
  /** In the order of the path. Further ones are ignored. */
  path?: readonly unknown[] | undefined;
  query?: object | undefined;
  header?: object | undefined;
  body?: unknown;
}

/** A request without its token. */
export interface Outgoing {
  readonly url: string;
  readonly init: Omit<RequestInit, "headers"> & { readonly headers: Headers | undefined };
}

/** Builds the request of a call from its values, and stores its path in the call's record. */
export function buildRequest({ row, settings, options, record }: Call, values: Values): Outgoing {
  const { method, path } = row;
  if (method === "GET" && values.body !== undefined) throw createMisuse("GET takes no body.");
  const filledPath = serializePath(path, values.path);
  const id = findOperation(method, filledPath);
  if (id && filledPath !== path) throw createMisuse(`With these path values it would call ${id}.`);
  // A path of the contract is valid, and parsing it would take time.
  if (!id && new URL(filledPath, "http://localhost").pathname !== filledPath) {
    throw createMisuse(
      "The path must be percent-encoded and start with one `/`, without dot segments, query or fragment.",
    );
  }
  record.path = filledPath;
  const query = values.query === undefined ? "" : serializeQuery(values.query, row.delimiters);
  if (/(^|&)token=/.test(query)) throw createMisuse(tokenInQuery);
  const { body = null, type } = serializeBody(values.body, row.body);
  const headers = mergeHeaders(settings.headers, type && { "content-type": type }, options.headers, values.header);
  return { url: settings.baseUrl + filledPath + (query && `?${query}`), init: { method, headers, body } };
}

/** The message if a query contains the token. */
export const tokenInQuery = "Pass `token` to the client, not in a query.";

const ids = new Map(Object.entries<OperationRow>(operations).map(([id, { method, path }]) => [method + path, id]));

/** Returns the id of the documented operation with a method and a path, whose values aren't filled in. */
export const findOperation = (method: string, path: string): OperationId | undefined =>
  ids.get(method + path) as OperationId | undefined;

/** Fills values into a path. Throws for a value that a URL parser would change, such as `..`. */
function serializePath(path: string, values: readonly unknown[] = []): string {
  let index = 0;
  return path.replace(/{(.+?)}/g, (_, name) => {
    const value = values[index++];
    // In a parsed URL, dot segments can't be found any more.
    if (isScalar(value) && !/^\.{0,2}$/.test(`${value}`)) return encodeURIComponent(value);
    throw createMisuse(`\`${name}\` must be a string, boolean or finite number, not "", "." or "..".`);
  });
}

const isScalar = (value: unknown): value is string | number | boolean =>
  /string|boolean/.test(typeof value) || Number.isFinite(value);

/** Splits the inputs of a call into query and headers, under their wire names. */
export function splitInputs({ inputs: inputNames = [], names, headers }: OperationRow, inputs: object) {
  const split: { query: Record<string, unknown>; header: Record<string, unknown> } = { query: {}, header: {} };
  checkNames(inputs, inputNames);
  for (const input of inputNames) {
    const value = (inputs as Record<string, unknown>)[input];
    // Two inputs can have one wire name; the one that is undefined must not take the place of the other.
    if (value === undefined) continue;
    const name = names?.[input] ?? input;
    if (!name) throw createMisuse(`\`${input}\` has no wire name: pass it to the client.`);
    split[headers?.includes(name) ? "header" : "query"][name] = value;
  }
  return split;
}

type QueryValue = string | number | boolean;
/**
 * Query inputs by name. Each value of a list becomes a separate parameter. `null` is sent as `null`, and `undefined`
 * isn't sent.
 */
export type Query = Record<string, QueryValue | readonly QueryValue[] | null | undefined>;

/**
 * Serializes a query. Each property of an object in it becomes a parameter (`style: form`, `explode: true`).
 * @param delimiters The delimiters of lists that become one parameter, by name.
 */
export function serializeQuery(query: object, delimiters: OperationRow["delimiters"] = {}): string {
  checkPlainObject(query);
  return Object.entries(query)
    .flatMap(([name, value]) => (isPlainObject(value) ? Object.entries(value) : [[name, value] as const]))
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => {
      const list = [value].flat();
      if (!list.every((item) => item === null || isScalar(item))) {
        throw createMisuse(`\`${name}\` must be a string, boolean or finite number, or a list of them.`);
      }
      const key = encodeURIComponent(name);
      const values = list.map((item) => encodeURIComponent(`${item}`));
      const delimiter = delimiters[name];
      return typeof delimiter === "string" && list.length > 0
        ? `${key}=${values.join(delimiter)}`
        : values.map((item) => `${key}=${item}`);
    })
    .join("&");
}
