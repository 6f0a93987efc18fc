import type { Contract, Operation, RequestBody, ResponseObject, Schema } from "../../scripts/contract/document.ts";
import { type PathOperation, pathOperations, webhooksOf } from "../../scripts/contract/operations.ts";
import { asObject, isObject } from "../../src/openapi/json.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import { type Unknown, unknownIdsOf, unknowns } from "../../src/openapi/unknowns.ts";

/** The keys of prose. All other keys of a schema make claims about the service. */
const proseKeys = ["description", "title", "x-not-shown"];
/** The keys of an operation that have their own lines, or are prose. */
const handledKeys = [
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
/** The suffix of the lines of each keyword that contains a schema or a list of schemas. */
const schemaKeywords: Record<string, string> = {
  items: "[]",
  additionalProperties: "{*}",
  anyOf: "|",
  oneOf: "^",
  ...Object.fromEntries(
    ["prefixItems", "contains", "propertyNames", "not", "if", "then", "else"].map((key) => [key, ` ${key}`]),
  ),
};
const structuralKeys = ["properties", "patternProperties", "required", "allOf", "$ref"];

/** The operations that the description of the service shows. Others have no second source. */
export const describedIds = [
  "listTokens",
  "listJunkInbox",
  "listWebhookRelayTypes",
  "getWebhookRelay",
  "deleteSipRegistration",
];

const isDescribed = ({ operation }: PathOperation) => describedIds.includes(operation.operationId);

/** Lists the unknowns of what the description shows: those of the API, its areas, its index and these operations. */
export function describedUnknowns(contract: Contract): Unknown[] {
  const operations = pathOperations(contract).filter(isDescribed);
  const ids = new Set(operations.flatMap(({ unresolved }) => unknownIdsOf(contract, unresolved)));
  return unknowns(contract).filter(
    ({ id, pointer }) => /^(\/(servers|tags|x-operation-index)\/|$)/.test(pointer) || ids.has(id),
  );
}

/** Returns every claim that the contract makes about the operations that the description shows, one per line. */
export const describedFactsOf = (contract: Contract): string[] => operationLinesOf(contract, isDescribed);

/** Returns every claim that the contract makes about requests, responses and webhooks, one per line. */
export function factsOf(contract: Contract): string[] {
  const webhooks = webhooksOf(contract).flatMap(({ method, name, operation }) => [
    `webhook ${method} ${name}`,
    ...operationFactsOf(contract, operation),
  ]);
  return [...operationLinesOf(contract, () => true), ...webhooks];
}

function operationLinesOf(contract: Contract, isListed: (operation: PathOperation) => boolean): string[] {
  return pathOperations(contract)
    .filter(isListed)
    .flatMap(({ method, path, operation }) => [
      `${method} ${path} ${operation.operationId}, ${operation["x-repeatable"] ? "repeatable" : "not repeatable"}`,
      ...operationFactsOf(contract, operation),
    ]);
}

function operationFactsOf(contract: Contract, operation: Operation): string[] {
  return [
    ...Object.entries(operation)
      .filter(([key]) => !handledKeys.includes(key))
      .map(([key, value]) => `  ${key}=${JSON.stringify(value)}`),
    ...(operation.parameters ?? []).flatMap(({ schema, name, in: location, required, ...rest }) =>
      "content" in rest
        ? bodyFactsOf(contract, `${location} ${name}`, { ...rest, required: required === true } as RequestBody)
        : fieldFactsOf(schema, `  ${location} ${name}${required ? "!" : ""}${optionsOf(rest)}`, contract),
    ),
    ...bodyFactsOf(contract, "body", operation.requestBody),
    ...sortSuccessFirst(Object.entries(operation.responses ?? {})).flatMap(([status, response]) => [
      ...Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
        const { schema, required, ...rest } = resolve(contract, header);
        return fieldFactsOf(schema, `  ${status} header ${name}${required ? "!" : ""}${optionsOf(rest)}`, contract);
      }),
      ...bodyFactsOf(contract, status, response),
    ]),
  ];
}

/** Sorts responses, successes first, since JavaScript lists `401` before `2XX`. */
const sortSuccessFirst = <Response>(responses: [status: string, response: Response][]) =>
  responses.sort(([first], [second]) => Number(isSuccessStatus(second)) - Number(isSuccessStatus(first)));

/** Returns the facts of a request body or a response: its options, and the fields of each media type. */
function bodyFactsOf(
  contract: Contract,
  label: string,
  unresolved: RequestBody | ResponseObject | undefined,
): string[] {
  if (!unresolved) return [];
  const { content = {}, headers: _, ...rest } = resolve(contract, unresolved) as RequestBody & ResponseObject;
  const prefix = `  ${label}${rest.required ? "!" : ""}${optionsOf({ ...rest, required: undefined })}`;
  if (Object.keys(content).length === 0) return [prefix];
  return Object.entries(content).flatMap(([type, { schema, ...mediaType }]) =>
    fieldFactsOf(schema, `${prefix} ${type}${optionsOf(mediaType)}`, contract),
  );
}

const optionsOf = (node: object): string =>
  Object.entries(node)
    .filter(([key, value]) => ![...proseKeys, "examples", "example"].includes(key) && value !== undefined)
    .map(([key, value]) => ` ${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("");

/** @param ancestors The names of the components that contain this schema: a recursive one ends at its name. */
function fieldFactsOf(
  schema: Schema = {},
  path: string,
  contract: Contract,
  ancestors: readonly string[] = [],
): string[] {
  const { $ref, ...siblings } = schema;
  if ($ref) {
    if (ancestors.includes($ref)) return [`${path}: ${$ref}`];
    return fieldFactsOf({ ...resolve(contract, { $ref }), ...siblings }, path, contract, [...ancestors, $ref]);
  }
  const required = (schema["required"] ?? []) as string[];
  const keywords = Object.entries(schema)
    .filter(
      ([key, value]) =>
        ![...proseKeys, ...structuralKeys].includes(key) && !(key in schemaKeywords && typeof value === "object"),
    )
    .map(([key, value]) => (key === "type" ? `${value}` : `${key}=${JSON.stringify(value)}`));
  const inheritedFields = required.filter((name) => !(name in asObject(schema["properties"])));
  if (inheritedFields.length > 0) keywords.push(`required=${JSON.stringify(inheritedFields)}`);
  const children: [string, unknown][] = [
    ...Object.entries(schema["properties"] ?? {}).map(([name, inner]): [string, unknown] => [
      `.${name}${required.includes(name) ? "!" : "?"}`,
      inner,
    ]),
    ...Object.entries(schema["patternProperties"] ?? {}).map(([pattern, inner]): [string, unknown] => [
      `{${pattern}}`,
      inner,
    ]),
    ...Object.entries(schemaKeywords).flatMap(([key, suffix]) =>
      ([schema[key] ?? []].flat() as Schema[])
        .filter(isObject)
        .map((inner): [string, unknown] => [inner["title"] ? `${suffix}"${inner["title"]}"` : suffix, inner]),
    ),
  ];
  const parts = ((schema["allOf"] ?? []) as Schema[]).flatMap((inner) =>
    fieldFactsOf(inner, path, contract, ancestors),
  );
  const hasLine = keywords.length > 0 || (children.length === 0 && parts.length === 0);
  return [
    ...(hasLine ? [`${path}: ${keywords.join(" ") || "unknown"}`] : []),
    ...parts,
    ...children.flatMap(([suffix, inner]) => fieldFactsOf(inner as Schema, path + suffix, contract, ancestors)),
  ];
}
