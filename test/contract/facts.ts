import type {
  BodyObject,
  Contract,
  OperationObject,
  Schema,
} from "../../scripts/contract/document.ts";
import { isObject } from "../../src/openapi/json.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import { type Unknown, unknownIdsOf, unknowns } from "../../src/openapi/unknowns.ts";

/** The operations that the description of the service shows. Others have no second source. */
const describedIds = [
  "listTokens",
  "listJunkInbox",
  "listWebhookRelayTypes",
  "getWebhookRelay",
  "deleteSipRegistration",
];

const describedOperations = (contract: Contract): Operation[] =>
  operationsOf(contract).filter(({ id }) => describedIds.includes(id));

/**
 * Lists the unknowns of what the description shows: those of the API, its areas, its index and
 * these operations.
 */
export function describedUnknowns(contract: Contract): Unknown[] {
  const operations = describedOperations(contract);
  const ids = new Set(operations.flatMap(({ unresolved }) => unknownIdsOf(contract, unresolved)));
  return unknowns(contract).filter(
    ({ id, pointer }) => /^(\/(servers|tags|x-operation-index)\/|$)/.test(pointer) || ids.has(id),
  );
}

/**
 * Returns every claim that the contract makes about the operations that the description shows, one
 * per line.
 */
export const describedFactsOf = (contract: Contract): string[] =>
  describedOperations(contract).flatMap((operation) => [
    `${operation.method} ${operation.path} ${operation.id}, ${operation.isRepeatable ? "repeatable" : "not repeatable"}`,
    ...operationFactsOf(contract, operation),
  ]);

/** The keys that have their own lines, or are prose. All others make claims about the service. */
const handledKeys = new Set(
  `operationId tags summary description title parameters requestBody responses headers content schema example examples
  x-repeatable x-not-shown name in required properties allOf $ref`.split(/\s+/),
);

/** The suffix of the lines of each keyword that contains a schema or a list of schemas. */
const schemaKeywords: Record<string, string> = {
  items: "[]",
  additionalProperties: "{*}",
  anyOf: "|",
  oneOf: "^",
};

function operationFactsOf(contract: Contract, { node, parameters }: Operation): string[] {
  const { "x-pagination": _, ...operation } = node as unknown as OperationObject;
  return [
    ...optionsOf(operation).map((option) => `  ${option}`),
    ...parameters.flatMap(({ in: location, name, schema, node = {} }) =>
      fieldFactsOf(contract, schema as Schema, lineOf(`${location} ${name}`, node)),
    ),
    ...bodyFactsOf(contract, "body", operation.requestBody),
    // JavaScript lists `401` before `2XX`.
    ...Object.entries(operation.responses)
      .sort(([first], [second]) => Number(isSuccessStatus(second)) - Number(isSuccessStatus(first)))
      .flatMap(([status, response]) => [
        ...Object.entries(response.headers ?? {}).flatMap(([name, header]) =>
          fieldFactsOf(contract, header.schema, lineOf(`${status} header ${name}`, header)),
        ),
        ...bodyFactsOf(contract, status, response),
      ]),
  ];
}

/**
 * Returns the facts of a request body or a response: its options, and the fields of each media
 * type.
 */
function bodyFactsOf(contract: Contract, label: string, unresolved?: BodyObject): string[] {
  if (!unresolved) return [];
  const body = resolve(contract, unresolved);
  const line = lineOf(label, body);
  const types = Object.entries(body.content ?? {});
  if (types.length === 0) return [line];
  return types.flatMap(([type, media]) =>
    fieldFactsOf(contract, media.schema, `${line} ${lineOf(type, media).trim()}`),
  );
}

/** Returns the beginning of a line: a name, whether it is required, and other claims about it. */
const lineOf = (name: string, node: object): string =>
  [`  ${name}${"required" in node && node.required === true ? "!" : ""}`, ...optionsOf(node)].join(
    " ",
  );

const optionsOf = (node: object): string[] =>
  Object.entries(node)
    .filter(
      ([key, value]) =>
        !handledKeys.has(key) && !(key in schemaKeywords && typeof value === "object"),
    )
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);

function fieldFactsOf(contract: Contract, schema: Schema, path: string): string[] {
  if (schema.$ref) {
    const { $ref, ...siblings } = schema;
    return fieldFactsOf(contract, { ...resolve<Schema>(contract, { $ref }), ...siblings }, path);
  }
  const required = [schema["required"] ?? []].flat();
  const keywords = optionsOf(schema).map((option) => option.replace(/^type="(.*)"$/, "$1"));
  const children: [string, unknown][] = [
    ...Object.entries(schema["properties"] ?? {}).map(([name, inner]): [string, unknown] => [
      `.${name}${required.includes(name) ? "!" : "?"}`,
      inner,
    ]),
    ...Object.entries(schemaKeywords).flatMap(([key, suffix]) =>
      ([schema[key] ?? []].flat() as Schema[])
        .filter(isObject)
        .map((inner): [string, unknown] => [
          inner["title"] ? `${suffix}"${inner["title"]}"` : suffix,
          inner,
        ]),
    ),
  ];
  const parts = ([schema["allOf"] ?? []].flat() as Schema[]).flatMap((part) =>
    fieldFactsOf(contract, part, path),
  );
  const hasLine = keywords.length > 0 || (children.length === 0 && parts.length === 0);
  return [
    ...(hasLine ? [`${path}: ${keywords.join(" ") || "unknown"}`] : []),
    ...parts,
    ...children.flatMap(([suffix, inner]) =>
      fieldFactsOf(contract, inner as Schema, path + suffix),
    ),
  ];
}
