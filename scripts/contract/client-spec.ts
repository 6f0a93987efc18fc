import type { FunctionRef } from "../../src/client/described-spec.ts";
import { asObject } from "../../src/openapi/json.ts";
import { isJson } from "../../src/openapi/media-type.ts";
import type { Operation, Pagination, Parameter } from "../../src/openapi/operation.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import {
  createPathMatcher,
  decodedSegmentsOf,
  fillPath,
  isTemplate,
} from "../../src/openapi/path.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { jsonKindOf } from "../../src/openapi/schema.ts";
import { serverUrlOf } from "../../src/openapi/servers.ts";
import type { Contract } from "./document.ts";
import { type Input, inputsOf } from "./names.ts";
import { securityNamesOf } from "./security-names.ts";
import { isRedirected, successesOf } from "./successes.ts";

/**
 * Describes how the client calls an operation: its spec as plain data, in which a `FunctionRef`
 * stands for each function. Fields at their defaults are undefined.
 */
export function describeSpec(operation: Operation, contract: Contract): object {
  const { method, path, body, isRepeatable, pagination } = operation;
  const inputs = inputsOf(operation);
  const renamed = inputs.flatMap(({ name, parameter }) =>
    name === parameter.name ? [] : [[name, parameter.name]],
  );
  const writers = inputs.flatMap(({ name, parameter }) => {
    const writer = writerOf(parameter, contract);
    return writer ? [[name, writer]] : [];
  });
  return {
    method,
    path,
    others: unlessEmpty(findOthers(operation, contract)),
    repeatable: isRepeatable,
    server: serverOf(operation),
    security: securityNamesOf(operation, contract),
    body:
      body &&
      refTo(
        "bodies",
        "declaredBody",
        body.contents.map(({ mediaType }) => mediaType),
      ),
    inputs: unlessEmpty(inputs.map(({ name }) => name)),
    types: unlessEmpty(
      Object.fromEntries(
        [...pathValuesOf(operation), ...inputs].flatMap(({ name, parameter: { schema } }) => {
          const { type } = asObject(resolve(contract, schema));
          return /^(integer|number|boolean)$/.test(`${type}`) ? [[name, type]] : [];
        }),
      ),
    ),
    names: unlessEmpty(Object.fromEntries(renamed)),
    writers: unlessEmpty(Object.fromEntries(writers)),
    success: successSpecOf(operation, contract),
    pages: pagination && pagesSpecOf(pagination, inputs, contract),
  };
}

/**
 * Finds the ids of the operations whose path is one with values of this operation, by the path that
 * the client writes with them.
 */
function findOthers(operation: Operation, contract: Contract): Record<string, string> {
  const matcher = createPathMatcher({ [operation.id]: operation });
  const others = operationsOf(contract).flatMap(({ id, method, path }) => {
    const isOther = id !== operation.id && !isTemplate(path);
    const match = isOther ? matcher.match(method, decodedSegmentsOf(path)) : undefined;
    const write = (name: string) => encodeURIComponent(match?.pathValues[name] ?? "");
    return match ? [[fillPath(operation.path, write), id]] : [];
  });
  return Object.fromEntries(others);
}

const pathValuesOf = ({ parameters }: Operation): Input[] =>
  parameters
    .filter((parameter) => parameter.in === "path")
    .map((parameter) => ({ name: parameter.name, parameter }));

const unlessEmpty = <Value extends object>(value: Value) =>
  Object.keys(value).length > 0 ? value : undefined;

const refTo = (
  module: FunctionRef["@module"],
  name: string,
  ...args: readonly unknown[]
): FunctionRef => ({ "@module": module, name, ...(args.length > 0 && { args }) });

/**
 * Returns the server that only this operation has, with the defaults of its variables.
 */
export const serverOf = ({ servers: [server] }: Operation): string | undefined =>
  server && serverUrlOf(server);

/** Returns how a parameter is written; `undefined` for plain values in the query. */
function writerOf(
  { in: location, style = "form", explode = style === "form", schema, json }: Parameter,
  contract: Contract,
) {
  if (location !== "query")
    return refTo("locations", location === "header" ? "toHeader" : "toCookie");
  if (json !== undefined) return refTo("query", "json");
  if (style === "deepObject") return refTo("query", "deepObject");
  if (!explode) return refTo("query", "delimited", delimiters[style]);
  // By default, an object is refused.
  const { type = "object" } = asObject(resolve(contract, schema));
  return [type].flat().includes("object") ? refTo("query", "exploded") : undefined;
}

/** The delimiters of lists, by style. */
const delimiters: Record<string, string> = { form: ",", spaceDelimited: "%20", pipeDelimited: "|" };

/** Returns what a success can be, a body or a redirect; `undefined` if no body is documented. */
function successSpecOf(operation: Operation, contract: Contract): object | undefined {
  if (isRedirected(operation)) return { media: refTo("media", "redirect") };
  const bodies = successesOf(operation).map(({ content }) => {
    if (!content) return { empty: true };
    const { mediaType, schema } = content;
    if (isJson(mediaType)) return { json: jsonKindOf(contract, schema) };
    return { type: mediaType.toLowerCase().replace(/;.*/, "") };
  });
  // Several kinds of JSON share what the weakest one has.
  const json = (["any", "object", "envelope"] as const).find((kind) =>
    bodies.some((body) => body.json === kind),
  );
  const types = unlessEmpty([...new Set(bodies.flatMap(({ type }) => type ?? []))]);
  const media = types && refTo("media", "createMedia", types, ...(json ? [] : [types[0]]));
  return json || media
    ? { json, media, empty: bodies.some(({ empty }) => empty) || undefined }
    : undefined;
}

/** Returns the input that selects a page: its number or its cursor. */
export const pageInputOf = (
  { inputs: wire = {} }: Pagination,
  inputs: readonly Input[],
): Input | undefined =>
  inputs.find(({ parameter: { name } }) => name === (wire["page"] ?? wire["cursor"]));

function pagesSpecOf(pagination: Pagination, inputs: readonly Input[], contract: Contract): object {
  const { inputs: wire = {}, size: _, ...fields } = pagination;
  const find = (purpose: string) =>
    inputs.find(({ parameter }) => parameter.name === wire[purpose]);
  const selecting = pageInputOf(pagination, inputs);
  const { default: fallback, minimum } = asObject(resolve(contract, selecting?.parameter.schema));
  return {
    ...fields,
    input: selecting?.name,
    paginate: find("paginate")?.name,
    pageSize: find("size")?.name,
    first: ("page" in wire && (fallback ?? minimum)) || undefined,
  };
}
