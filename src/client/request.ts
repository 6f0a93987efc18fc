import { type OperationId, operations } from "../../generated/operations.ts";
import { createMisuse } from "./errors.ts";
import { isPlainObject, mergeHeaders, readEntries, type Settings } from "./settings.ts";
import type { OperationSpec } from "./spec.ts";
import { form, isScalar } from "./styles.ts";

/** The values of a call. */
export interface Values {
  /** In the order of the path. Further ones are ignored. */
  readonly path?: readonly unknown[] | undefined;
  /** Query and header inputs, by the names of the operation's spec. */
  readonly inputs?: object | undefined;
  readonly query?: object | undefined;
  readonly header?: object | undefined;
  readonly body?: unknown;
}

/** Names the arguments of an operation: its path values, its body and its inputs as its spec says, then the options. */
export function nameArguments({ path, body, inputs, bodyLast }: OperationSpec, args: readonly object[]) {
  const rest: (object | undefined)[] = args.slice(path.split("{").length - 1);
  if (bodyLast) rest.splice(0, 2, rest[1], rest[0]);
  return [{ path: args, body: body && rest.shift(), inputs: inputs && rest.shift() }, rest.shift()] as const;
}

/** A request without its token. */
export interface Outgoing {
  readonly url: string;
  readonly init: Omit<RequestInit, "headers"> & { readonly headers: Headers | undefined };
  /** Names for hooks and errors, as far as the request changes them. */
  readonly names: { readonly operation?: string; readonly method?: string; readonly path: string };
}

/** Builds the request of an operation from its values and the headers of its call. */
export function buildRequest(
  spec: OperationSpec,
  values: Values,
  settings: Pick<Settings, "baseUrl" | "headers">,
  callHeaders?: RequestInit["headers"],
): Outgoing {
  const { method, path } = spec;
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
  const { query, header } = values.inputs === undefined ? values : splitInputs(spec, values.inputs);
  const search = query === undefined ? "" : serializeQuery(query, spec.styles);
  const { body, type } = serializeBody(values.body, spec.body);
  const headers = mergeHeaders(settings.headers, type && { "content-type": type }, callHeaders, header);
  return {
    url: settings.baseUrl + filledPath + (search && `?${search}`),
    init: { method, headers, body, redirect: "manual" },
    names: { path: filledPath },
  };
}

const ids = new Map(Object.entries<OperationSpec>(operations).map(([id, { method, path }]) => [method + path, id]));

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

/** Splits the inputs of a call into query and headers, under their wire names. */
function splitInputs({ inputs: inputNames, names, places }: OperationSpec, inputs: object) {
  const split: { query: Record<string, unknown>; header: Record<string, unknown> } = { query: {}, header: {} };
  for (const [input, value] of readEntries(inputs, inputNames)) {
    const name = names?.[input] ?? input;
    if (!name) throw createMisuse(`\`${input}\` has no wire name: pass it to the client.`);
    const place = places?.[name];
    if (place) place(split.header, name, value);
    else split.query[name] = value;
  }
  return split;
}

/** Serializes a query. Each property of an object becomes a parameter, unless the object has a style. */
function serializeQuery(query: unknown, styles: OperationSpec["styles"] = {}): string {
  return readEntries(query)
    .flatMap(([name, value]) => {
      if (Object.hasOwn(styles, name)) return styles[name]?.(name, value) ?? [];
      return isPlainObject(value) ? readEntries(value).flatMap(([key, child]) => form(key, child)) : form(name, value);
    })
    .join("&");
}

/**
 * Serializes a body as one of the declared media types; `fetch` adds that of a `FormData`. Bytes, a string and a
 * `URLSearchParams` are sent unchanged if there is a type for them. Anything else becomes JSON, or else a form.
 */
function serializeBody(body: unknown, types: readonly string[] = ["application/json"]) {
  if (body === undefined || body instanceof FormData) return { body: body ?? null };
  const find = (pattern: RegExp) => types.find((type) => pattern.test(type));
  const [json, form] = [find(/json/), find(/urlencoded/)];
  const isBytes = body instanceof Blob || ArrayBuffer.isView(body);
  const unchanged =
    (isBytes && find(/^(?!multipart|.*(json|urlencoded))/)) ||
    (typeof body === "string" && find(/^text/)) ||
    (body instanceof URLSearchParams && form);
  if (unchanged) return { body: body as BodyInit, type: unchanged };
  if (!isBytes) {
    const text = json ? JSON.stringify(body) : form && serializeQuery(body).replaceAll("%20", "+");
    // `{}` would lose the content of a `Map`, for instance.
    if (text !== undefined && (text !== "{}" || isPlainObject(body))) return { body: text, type: json ?? form };
  }
  throw createMisuse(`The body can't be sent as ${types.join(" or ")}.`);
}
