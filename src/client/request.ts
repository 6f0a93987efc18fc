import { operations } from "#generated/operations.ts";
import { serializeBody } from "./body.ts";
import { readEntries } from "./entries.ts";
import { createMisuse } from "./errors.ts";
import { isScalar, serializeQuery } from "./query.ts";
import type { Settings } from "./settings.ts";
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

/** Names the arguments of an operation: its path values, its body, its inputs and the options. */
export function nameArguments({ path, body, inputs }: OperationSpec, args: readonly object[]) {
  const rest: (object | undefined)[] = args.slice(path.split("{").length - 1);
  return [
    { path: args, body: body && rest.shift(), inputs: inputs && rest.shift() },
    rest.shift(),
  ] as const;
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
  const id = ids.get(method + filledPath);
  if (id && filledPath !== path) throw createMisuse(`These path values would call ${id}.`);
  // A path of the contract is valid, and parsing it would take time.
  if (!id && new URL(filledPath, "http://localhost").pathname !== filledPath) {
    throw createMisuse(
      "The path must be percent-encoded and start with one `/`, without dot segments, query or fragment.",
    );
  }
  const { query = {}, header }: Inputs =
    values.inputs === undefined ? values : splitInputs(spec, values.inputs);
  const search = serializeQuery(query, spec.styles);
  const { body, headers } = serializeBody(
    values.body,
    spec.body,
    settings.headers,
    callHeaders,
    header,
  );
  return {
    url: settings.baseUrl + filledPath + (search && `?${search}`),
    init: { method, headers, body, redirect: "manual" },
    names: { path: filledPath },
  };
}

const ids = new Map(
  Object.entries<OperationSpec>(operations).map(([id, { method, path }]) => [method + path, id]),
);

/** Fills values into a path. Throws for a value that a URL parser would change, such as `..`. */
function serializePath(path: string, values: readonly unknown[] = []): string {
  let index = 0;
  return path.replace(/{(.+?)}/g, (_, name) => {
    const value = values[index++];
    // In a parsed URL, dot segments can't be found any more.
    if (isScalar(value) && !/^\.{0,2}$/.test(`${value}`)) return encodeURIComponent(value);
    throw createMisuse(
      `\`${name}\` must be a string, boolean or finite number, not "", "." or "..".`,
    );
  });
}

type Inputs = { query?: object | undefined; header?: object };

/** Splits the inputs of a call into query and headers, under their wire names. */
function splitInputs({ inputs: inputNames, names, locations }: OperationSpec, inputs: object) {
  const split: { query: Record<string, unknown>; header: Record<string, unknown> } = {
    query: {},
    header: {},
  };
  for (const [input, value] of readEntries(inputs, inputNames, "Inputs")) {
    const name = names?.[input] ?? input;
    if (!name)
      throw createMisuse(`\`${input}\` has no known name: set \`junkInboxInputNames.${input}\`.`);
    const addInput = locations?.[name];
    if (addInput) addInput(split.header, name, value);
    else split.query[name] = value;
  }
  return split;
}
