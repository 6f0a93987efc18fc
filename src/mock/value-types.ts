import type { ValueTypes } from "../core/operation.ts";
import { asList, asObject, typeOf } from "../openapi/json.ts";
import { resolve } from "../openapi/reference.ts";

const maxDepth = 5;

/** Returns the JSON types that a value of a schema can have, and those of its parts. */
export function valueTypesOf(document: object, unresolved: unknown, depth = 0): ValueTypes {
  const schema = asObject(resolve(document, unresolved));
  if (depth === maxDepth) return { types: ownTypesOf(schema) };
  const typesOf = (part: unknown) => valueTypesOf(document, part, depth + 1);
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(schema[keyword])).map(typesOf);
  const entries = Object.entries(asObject(schema["properties"])).map(([name, part]) => [name, typesOf(part)] as const);
  const properties = Object.assign({}, ...parts.map((part) => part.properties), Object.fromEntries(entries));
  const items = schema["items"] === undefined ? parts.find((part) => part.items)?.items : typesOf(schema["items"]);
  const { additionalProperties } = schema;
  const additional =
    typeof additionalProperties === "object"
      ? typesOf(additionalProperties)
      : parts.find((part) => part.additional)?.additional;
  return {
    types: [...new Set([...ownTypesOf(schema), ...parts.flatMap(({ types }) => types)])],
    ...(items && { items }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(additional && { additional }),
  };
}

function ownTypesOf({ type, enum: values, ...schema }: { readonly [keyword: string]: unknown }): string[] {
  if (type !== undefined) return [type].flat().map(String);
  return [...asList(values), ...("const" in schema ? [schema["const"]] : [])].map(typeOf);
}

/** Returns whether a schema allows any value. */
export const isOpen = (document: object, schema: unknown): boolean =>
  schema !== false && Object.keys(asObject(resolve(document, schema))).every((keyword) => annotations.test(keyword));

/** Returns whether a schema allows any text. */
export function isText(document: object, schema: unknown): boolean {
  const { type = "string", ...rest } = asObject(resolve(document, schema));
  return type === "string" && isOpen(document, rest);
}

const annotations = /^(x-.*|\$schema|title|description|examples?|default|deprecated)$/;
