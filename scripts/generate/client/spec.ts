import { isObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import type { Pagination } from "../../../src/openapi/operation.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import type { Contract, Parameter, Schema } from "../../contract/document.ts";
import type { Input } from "../../contract/names.ts";
import type { DocumentedOperation } from "../../contract/operations.ts";
import { serverOf } from "./addresses.ts";
import { securityNamesOf } from "./service.ts";

/** A function of a module in `src/client`. Bundlers drop what no operation needs. */
export class ImportedCode {
  readonly module: "media" | "locations" | "query";
  readonly expression: string;
  constructor(module: ImportedCode["module"], expression: string) {
    this.module = module;
    this.expression = expression;
  }
}

/**
 * Returns the spec of an operation in `generated/operations.ts`. Fields at their defaults are
 * undefined.
 */
export function specOf(pathOperation: DocumentedOperation, contract: Contract): object {
  const { method, path, operation, inputs } = pathOperation;
  const { requestBody: body, "x-repeatable": repeatable, "x-pagination": pagination } = operation;
  const renamed = inputs.flatMap(({ name, parameter }) =>
    name === parameter.name ? [] : [[name, parameter.name]],
  );
  const locations = inputs.flatMap(({ parameter: { name, in: location } }) =>
    location === "query"
      ? []
      : [[name, new ImportedCode("locations", location === "header" ? "toHeader" : "toCookie")]],
  );
  const styles = inputs.flatMap(({ parameter }) => {
    const style = parameter.in === "query" ? styleOf(parameter, contract) : undefined;
    return style ? [[parameter.name, new ImportedCode("query", style)]] : [];
  });
  return {
    method,
    path,
    repeatable,
    server: serverOf(pathOperation),
    security: securityNamesOf(pathOperation, contract),
    body: body && Object.keys(body.content),
    inputs: unlessEmpty(inputs.map(({ name }) => name)),
    names: unlessEmpty(Object.fromEntries(renamed)),
    locations: unlessEmpty(Object.fromEntries(locations)),
    styles: unlessEmpty(Object.fromEntries(styles)),
    success: successSpecOf(pathOperation, contract),
    pages: pagination && pagesSpecOf(pagination, inputs, contract),
  };
}

const unlessEmpty = <Value extends object>(value: Value) =>
  Object.keys(value).length > 0 ? value : undefined;

/** Returns the style of a query parameter, as an expression; `undefined` for the default. */
function styleOf(
  { style = "form", explode = style === "form", schema, content }: Parameter,
  contract: Contract,
) {
  if (content) return "json";
  if (style === "deepObject") return "deepObject";
  if (!explode) return `delimited("${delimiters[style]}")`;
  // By default, a null isn't sent.
  return schema && allowsNull(schema, contract) ? "form" : undefined;
}

function allowsNull(schema: Schema, contract: Contract): boolean {
  const { type, const: constant, enum: values, anyOf, oneOf } = resolve<Schema>(contract, schema);
  const choices = [anyOf, oneOf].flatMap((list) => (list ?? []) as Schema[]);
  return (
    constant === null ||
    [type].flat().includes("null") ||
    (Array.isArray(values) && values.includes(null)) ||
    choices.some((choice) => allowsNull(choice, contract))
  );
}

/** The delimiters of lists, by style. */
const delimiters: Record<string, string> = { form: ",", spaceDelimited: "%20", pipeDelimited: "|" };

/** Returns what a success can be, a body or a redirect; `undefined` if no body is documented. */
function successSpecOf(
  { successes, redirects }: DocumentedOperation,
  contract: Contract,
): object | undefined {
  if (redirects) return { locationOf: new ImportedCode("media", "locationOf") };
  const bodies = successes.map(({ mediaType, media }) => {
    if (!mediaType || !media) return { empty: true };
    if (isJson(mediaType)) return { json: jsonKindOf(media.schema, contract) };
    return { type: mediaType.toLowerCase().replace(/;.*/, "") };
  });
  // Several kinds of JSON share what the weakest one has.
  const json = (["any", "object", "envelope"] as const).find((kind) =>
    bodies.some((body) => body.json === kind),
  );
  const types = unlessEmpty([...new Set(bodies.flatMap(({ type }) => type ?? []))]);
  const argumentList = types && (json ? [types] : [types, types[0]]);
  const media =
    argumentList &&
    new ImportedCode(
      "media",
      `createMedia(${argumentList.map((value) => JSON.stringify(value)).join(", ")})`,
    );
  return json || media
    ? { json, media, empty: bodies.some(({ empty }) => empty) || undefined }
    : undefined;
}

function jsonKindOf(
  schema: Schema,
  contract: Contract,
  ancestors: Schema[] = [],
): "any" | "object" | "envelope" {
  if (!isObject(schema) || ancestors.includes(schema)) return "any";
  if (schema.$ref)
    return jsonKindOf(resolve<Schema>(contract, { $ref: schema.$ref }), contract, [
      ...ancestors,
      schema,
    ]);
  const parts = ((schema["allOf"] ?? []) as Schema[]).map((part) =>
    jsonKindOf(part, contract, [...ancestors, schema]),
  );
  const success = (schema["properties"] as Record<string, Schema> | undefined)?.["success"];
  if (success?.["const"] === true || parts.includes("envelope")) return "envelope";
  return schema["type"] === "object" || parts.includes("object") ? "object" : "any";
}

/** Returns the input that selects a page: its number or its cursor. */
export const pageInputOf = (
  { inputs: wire = {} }: Pagination,
  inputs: Input[],
): Input | undefined =>
  inputs.find(({ parameter: { name } }) => name === (wire["page"] ?? wire["cursor"]));

function pagesSpecOf(pagination: Pagination, inputs: Input[], contract: Contract): object {
  const { inputs: wire = {}, size: _, ...fields } = pagination;
  const find = (purpose: string) =>
    inputs.find(({ parameter }) => parameter.name === wire[purpose]);
  const selecting = pageInputOf(pagination, inputs);
  const { default: standard, minimum } = resolve<Schema>(
    contract,
    selecting?.parameter.schema ?? {},
  );
  return {
    ...fields,
    input: selecting?.name,
    paginate: find("paginate")?.name,
    pageSize: find("size")?.name,
    first: ("page" in wire && (standard ?? minimum)) || undefined,
  };
}
