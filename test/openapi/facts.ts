import {
  type Contract,
  isObject,
  type Operation,
  pathOperations,
  type RequestBody,
  type ResponseObject,
  resolve,
  type Schema,
  webhooksOf,
} from "../../scripts/contract.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";

/** Prose; everything else in a schema is a claim about the service. */
const prose = ["description", "title", "x-not-shown"];
/** Parts of an operation that have their own lines, or are prose. */
const handled = [
  "operationId",
  "tags",
  "summary",
  "description",
  "parameters",
  "requestBody",
  "responses",
  "x-repeatable",
  "x-pagination",
  "x-not-shown",
];
const structure = ["properties", "required", "items", "allOf", "anyOf", "$ref"];
const anything = "additionalProperties";

/** Returns every claim that the contract makes about requests, responses and webhooks, one per line. */
export function facts(contract: Contract): string[] {
  const operations = pathOperations(contract).flatMap(({ method, path, operation }) => [
    `${method} ${path} ${operation.operationId}, ${operation["x-repeatable"] ? "repeatable" : "not repeatable"}`,
    ...operationFacts(contract, operation),
  ]);
  const webhooks = webhooksOf(contract).flatMap(({ method, name, operation }) => [
    `webhook ${method} ${name}`,
    ...operationFacts(contract, operation),
  ]);
  return [...operations, ...webhooks];
}

function operationFacts(contract: Contract, operation: Operation): string[] {
  return [
    ...Object.entries(operation)
      .filter(([key]) => !handled.includes(key))
      .map(([key, value]) => `  ${key}=${JSON.stringify(value)}`),
    ...(operation.parameters ?? []).flatMap(({ schema, name, in: location, required, ...rest }) =>
      fields(schema, `  ${location} ${name}${required ? "!" : ""}${optionsOf(rest)}`, contract),
    ),
    ...bodyFacts(contract, "body", operation.requestBody),
    ...successFirst(Object.entries(operation.responses ?? {})).flatMap(([status, response]) => [
      ...Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
        const { schema, required, ...rest } = resolve(contract, header);
        return fields(schema, `  ${status} header ${name}${required ? "!" : ""}${optionsOf(rest)}`, contract);
      }),
      ...bodyFacts(contract, status, response),
    ]),
  ];
}

/** JavaScript lists `401` before `2XX`. */
const successFirst = <Response>(responses: [status: string, response: Response][]) =>
  responses.sort(([one], [other]) => Number(isSuccessStatus(other)) - Number(isSuccessStatus(one)));

/** A request body, or a response: its options, and the fields of each media type. */
function bodyFacts(contract: Contract, label: string, unresolved: RequestBody | ResponseObject | undefined): string[] {
  if (!unresolved) return [];
  const { content = {}, headers: _, ...rest } = resolve(contract, unresolved) as RequestBody & ResponseObject;
  const prefix = `  ${label}${rest.required ? "!" : ""}${optionsOf({ ...rest, required: undefined })}`;
  if (Object.keys(content).length === 0) return [prefix];
  return Object.entries(content).flatMap(([type, { schema }]) => fields(schema, `${prefix} ${type}`, contract));
}

const optionsOf = (node: object): string =>
  Object.entries(node)
    .filter(([key, value]) => ![...prose, "examples", "example"].includes(key) && value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");

/** @param above The names of the components that contain this schema: a recursive one ends at its name. */
function fields(schema: Schema = {}, at: string, contract: Contract, above: readonly string[] = []): string[] {
  const { $ref, ...siblings } = schema;
  if ($ref) {
    if (above.includes($ref)) return [`${at}: ${$ref}`];
    return fields({ ...resolve(contract, { $ref }), ...siblings }, at, contract, [...above, $ref]);
  }
  const required = (schema["required"] ?? []) as string[];
  const keywords = Object.entries(schema)
    .filter(([key, value]) => ![...prose, ...structure].includes(key) && !(key === anything && isObject(value)))
    .map(([key, value]) => (key === "type" ? `${value}` : `${key}=${JSON.stringify(value)}`));
  const children: [string, unknown][] = [
    ...Object.entries(schema["properties"] ?? {}).map(([name, inner]): [string, unknown] => [
      `.${name}${required.includes(name) ? "!" : "?"}`,
      inner,
    ]),
    ...(schema["items"] ? [["[]", schema["items"]] as [string, unknown]] : []),
    ...(isObject(schema[anything]) ? [["{*}", schema[anything]] as [string, unknown]] : []),
    ...((schema["anyOf"] ?? []) as Schema[]).map((inner): [string, unknown] => [
      inner["title"] ? `|"${inner["title"]}"` : "|",
      inner,
    ]),
  ];
  const parts = ((schema["allOf"] ?? []) as Schema[]).flatMap((inner) => fields(inner, at, contract, above));
  const own = keywords.length > 0 || (children.length === 0 && parts.length === 0);
  return [
    ...(own ? [`${at}: ${keywords.join(" ") || "unknown"}`] : []),
    ...parts,
    ...children.flatMap(([suffix, inner]) => fields(inner as Schema, at + suffix, contract, above)),
  ];
}
