import { isDeepStrictEqual } from "node:util";
import { asObject, isObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import { nodes } from "../../../src/openapi/nodes.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { acceptsAnything } from "../../../src/openapi/schema.ts";
import { isSecretName } from "../../../src/openapi/secret-names.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { createUnknownId, unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type {
  ContentObject,
  Contract,
  Json,
  OperationObject,
  Schema,
} from "../../contract/document.ts";
import { removeUnknowns } from "../../contract/draft.ts";
import { listFields } from "../../contract/fields.ts";
import { toKebabCase } from "../../contract/words.ts";

/** Completes a contract after a change: examples, and what isn't unknown any longer. */
export function completeContract(contract: Contract): void {
  for (const item of Object.values(contract.paths))
    for (const operation of Object.values(item)) completeOperation(contract, operation);
  for (const { node } of nodes(contract)) removeUnknowns(node, () => false);
}

function completeOperation(contract: Contract, operation: OperationObject): void {
  const { requestBody, responses, operationId } = operation;
  const isObserved = (part: object) => "x-observed" in operation || "x-observed" in part;
  if (requestBody && isObserved(requestBody)) addExamples(contract, requestBody.content);
  for (const [status, response] of Object.entries(responses)) {
    if ("$ref" in response) continue;
    const content = Object.entries(response.content ?? {});
    if (isObserved(response)) {
      addExamples(contract, response.content, status);
      const isShapeUnknown =
        content.length > 0 &&
        content.every(([type, { schema }]) => isJson(type) && acceptsAnything(contract, schema));
      const id = createUnknownId(`${toKebabCase(operationId)}-${status}`, "body");
      if (isShapeUnknown && unknownIdsAbout("body", response, ["responses", status]).length === 0)
        response["x-not-shown"] = {
          [id]: "Shape of the response body",
          ...response["x-not-shown"],
        };
    }
    for (const [, { schema, examples }] of content) {
      const [first] = Object.values(examples ?? {});
      const example = first && resolve(contract, first);
      if (example) example.value = completeExample(contract, schema, true, example.value);
    }
  }
}

/** @param status That of a response. */
function addExamples(
  contract: Contract,
  content: ContentObject | undefined,
  status?: string,
): void {
  for (const [type, media] of Object.entries(content ?? {})) {
    const hasFields = listFields(contract, media.schema).length > 0;
    const isShown = hasFields || (isJson(type) && !acceptsAnything(contract, media.schema));
    if (!isShown || media.examples) continue;
    const isSuccess = status !== undefined && isSuccessStatus(status);
    const value = completeExample(contract, media.schema);
    if (status && !isSuccess && isObject(value) && value["success"] === true)
      value["success"] = false;
    const emptyValue = isSuccess ? completeExample(contract, media.schema, false) : value;
    media.examples = {
      "every-field": { summary: "Every observed field", value },
      ...(!isDeepStrictEqual(emptyValue, value) && {
        "empty-lists": { summary: "Lists without entries", value: emptyValue },
      }),
    };
  }
}

/**
 * Completes an example by the fields of a schema, or makes a synthetic one. Observed values are
 * never used.
 * @param hasItems Whether its lists have an item.
 * @param example An example whose values stay. It gets the fields of the schema that it doesn't
 * have.
 */
function completeExample(
  contract: Contract,
  unresolved: unknown,
  hasItems = true,
  example?: Json,
  name = "",
): Json {
  const schema = Object(resolve(contract, unresolved)) as Schema;
  const isNew = example === undefined;
  const [type] = [schema["type"] ?? []].flat() as string[];
  const parts = [schema["allOf"] ?? []].flat();
  const start =
    isNew && (type !== undefined || parts.length === 0) ? plainValueOf(type, name) : example;
  const value = parts.reduce(
    (result, part) => completeExample(contract, part, hasItems, result),
    start,
  ) as Json;
  if (Array.isArray(value)) {
    const items = Object(resolve(contract, schema["items"])) as Schema;
    const isEmpty = isNew
      ? !hasItems || !("type" in items)
      : value.length === 0 && !items["properties"];
    return isEmpty
      ? []
      : [completeExample(contract, items, hasItems, value[0], name), ...value.slice(1)];
  }
  if (!isObject(value)) return value;
  const fields = Object.entries(asObject(schema["properties"])).map(([field, property]) => [
    field,
    completeExample(contract, property, hasItems, value[field] as Json, field),
  ]);
  return { ...(value as Record<string, Json>), ...Object.fromEntries(fields) };
}

function plainValueOf(type: string | undefined, name: string): Json {
  const text = isSecretName(name) ? "<EXAMPLE_SECRET>" : "Example text";
  const values: Record<string, Json> = {
    object: {},
    array: [],
    string: text,
    integer: 1,
    number: 1.5,
    boolean: true,
  };
  return values[`${type}`] ?? null;
}
