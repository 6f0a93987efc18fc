import { writeBody } from "./bodies.ts";
import { definedEntries } from "./entries.ts";
import { configError } from "./errors.ts";
import { mergeHeaders } from "./headers.ts";
import { isScalar, plain, serializeQuery } from "./query.ts";
import type { OperationSpec } from "./spec.ts";

/** The values of a call. */
export interface Values {
  /** In the order of the path. Further ones are ignored. */
  readonly path?: readonly unknown[] | undefined;
  /** Query and header inputs, by the names of the operation's spec. */
  readonly inputs?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Parses the arguments of an operation: its path values, its body, its inputs and the options. */
export function parseArguments({ path, body, inputs }: OperationSpec, args: readonly object[]) {
  const rest: (object | undefined)[] = args.slice(path.split("{").length - 1);
  return [
    { path: args, body: body && rest.shift(), inputs: inputs && rest.shift() },
    rest.shift(),
  ] as const;
}

/** A request without its token. */
export interface PreparedRequest {
  /** Below the base URL. */
  readonly path: string;
  readonly url: string;
  readonly init: Omit<RequestInit, "headers"> & { readonly headers: Headers };
}

/**
 * Writes the request of an operation from its values.
 */
export function writeRequest(
  spec: OperationSpec,
  values: Values,
  baseUrl: string,
  clientHeaders?: RequestInit["headers"],
  callHeaders?: RequestInit["headers"],
): PreparedRequest {
  const { method } = spec;
  if (method === "GET" && values.body !== undefined) throw configError("GET takes no body.");
  const path = writePath(spec, values.path);
  const { inputs, query = {} } = values;
  const hasBody = values.body !== undefined;
  const type = hasBody && !spec.body ? { "content-type": "application/json" } : undefined;
  const headers = mergeHeaders(type, clientHeaders, callHeaders);
  const search =
    inputs === undefined ? serializeQuery(query) : writeInputs(spec, inputs, headers).join("&");
  const body = hasBody ? (spec.body ?? writeBody)(values.body, headers, callHeaders) : null;
  return {
    path,
    url: baseUrl + path + (search && `?${search}`),
    init: { method, headers, body, redirect: "manual" },
  };
}

/** Fills values into a path. Throws for a value that a URL parser would change, such as `..`. */
function writePath(spec: OperationSpec, values?: readonly unknown[]): string {
  let index = 0;
  return spec.path.replace(/{(.+?)}/g, (gap, name) => {
    if (!values) throw configError(`Replace \`${gap}\` in the path.`);
    const value = values[index++];
    checkType(spec, name, value);
    // In a parsed URL, dot segments can't be found any more.
    if (isScalar(value) && !/^\.{0,2}$/.test(`${value}`)) return encodeURIComponent(value);
    throw configError(
      `\`${name}\` must be a string, boolean or finite number, not "", "." or "..".`,
    );
  });
}

function checkType({ types }: OperationSpec, name: string, value: unknown): void {
  const type = types?.[name];
  const isInteger = type === "integer";
  if (type && (isInteger ? !Number.isInteger(value) : typeof value !== type))
    throw configError(`\`${name}\` must be ${isInteger ? "an" : "a"} ${type}.`);
}

/** Writes the inputs of a call under their wire names. Returns the parts of the query. */
function writeInputs(spec: OperationSpec, inputs: object, headers: Headers): string[] {
  const { inputs: inputNames, names, writers } = spec;
  return definedEntries(inputs, inputNames, "Inputs").flatMap(([input, value]) => {
    if (value !== null) checkType(spec, input, value);
    const name = names?.[input] ?? input;
    if (!name)
      throw configError(`\`${input}\` has no known name: set \`junkInboxInputNames.${input}\`.`);
    return (writers?.[input] ?? plain)(name, value, headers);
  });
}
