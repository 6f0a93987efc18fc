import type { Pagination } from "../../src/core/pages.ts";
import { type Contract, type Input, isJson, isObject, type PathOperation, resolve, type Schema } from "../contract.ts";

/** Returns the row of an operation in `generated/operations.ts`, without the fields at their defaults. */
export function toRow(pathOperation: PathOperation, contract: Contract): object {
  const { method, path, operation, inputs } = pathOperation;
  const body = operation.requestBody;
  const success = toSuccessRow(pathOperation, contract);
  const renamed = inputs.filter(({ name, parameter }) => name !== parameter.name);
  const headers = inputs.filter(({ parameter }) => parameter.in === "header");
  const delimited = inputs.flatMap(
    ({ parameter: { name, style = "form", explode = style === "form", in: location } }) =>
      location === "query" && !explode ? [[name, delimiters[style]] as const] : [],
  );
  const pagination = operation["x-pagination"];
  return {
    method,
    path,
    repeatable: operation["x-repeatable"],
    ...(operation.security?.length === 0 && { token: false }),
    ...(body && { body: Object.keys(body.content) }),
    ...(isInputsFirst(pathOperation) && { bodyLast: true }),
    ...(inputs.length > 0 && { inputs: inputs.map(({ name }) => name) }),
    ...(renamed.length > 0 && {
      names: Object.fromEntries(renamed.map(({ name, parameter }) => [name, parameter.name])),
    }),
    ...(headers.length > 0 && { headers: headers.map(({ parameter: { name } }) => name) }),
    ...(delimited.length > 0 && { delimiters: Object.fromEntries(delimited) }),
    ...(success && { success }),
    ...(pagination && { pages: toPagesRow(pagination, inputs, contract) }),
  };
}

/** The delimiters of lists, by style. RFC 3986 has no `|`, which servers expect nevertheless. */
const delimiters: Record<string, string> = { form: ",", spaceDelimited: "%20", pipeDelimited: "|" };

/** Returns whether the inputs precede the body, as required arguments precede optional ones. */
export const isInputsFirst = ({ operation: { requestBody }, inputs }: PathOperation): boolean =>
  requestBody !== undefined && !requestBody.required && inputs.some(({ parameter }) => parameter.required);

/** Returns what a success can be, a body or a redirect; `undefined` if no body is documented. */
function toSuccessRow({ successes, redirects }: PathOperation, contract: Contract): object | undefined {
  if (redirects) return { location: true };
  const bodies = successes.map(({ mediaType, media }) => {
    if (!mediaType || !media) return { empty: true };
    if (isJson(mediaType)) return { json: jsonKindOf(media.schema, contract) };
    return { type: mediaType.toLowerCase().replace(/;.*/, "") };
  });
  // Several kinds of JSON share what the weakest one has.
  const json = (["any", "object", "envelope"] as const).find((kind) => bodies.some((body) => body.json === kind));
  const types = [...new Set(bodies.flatMap(({ type }) => type ?? []))];
  if (!json && types.length === 0) return undefined;
  return {
    ...(json && { json }),
    ...(types.length > 0 && { types }),
    ...(bodies.some(({ empty }) => empty) && { empty: true }),
  };
}

function jsonKindOf(schema: Schema, contract: Contract, ancestors: Schema[] = []): "any" | "object" | "envelope" {
  if (!isObject(schema) || ancestors.includes(schema)) return "any";
  if (schema.$ref)
    return jsonKindOf(resolve<Schema>(contract, { $ref: schema.$ref }), contract, [...ancestors, schema]);
  const parts = ((schema["allOf"] ?? []) as Schema[]).map((part) => jsonKindOf(part, contract, [...ancestors, schema]));
  const success = (schema["properties"] as Record<string, Schema> | undefined)?.["success"];
  if (success?.["const"] === true || parts.includes("envelope")) return "envelope";
  return schema["type"] === "object" || parts.includes("object") ? "object" : "any";
}

function toPagesRow(pagination: Pagination, inputs: Input[], contract: Contract): object {
  const { inputs: wire = {}, items, page, total, next } = pagination;
  const find = (purpose: string) => inputs.find(({ parameter }) => parameter.name === wire[purpose]);
  const selecting = find("page") ?? find("cursor");
  const { default: standard, minimum } = resolve<Schema>(contract, selecting?.parameter.schema ?? {});
  const first = "page" in wire && (standard ?? minimum);
  const [paginate, size] = [find("paginate"), find("size")];
  return {
    items,
    ...(page && { page }),
    ...(total && { total }),
    ...(next && { next }),
    ...(selecting && { input: selecting.name }),
    ...(paginate && { paginate: paginate.name }),
    ...(size && { pageSize: size.name }),
    ...(first && { first }),
  };
}
