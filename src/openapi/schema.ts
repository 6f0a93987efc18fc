import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { collectTargets, dataKeywords, mapKeywords, referencesIn } from "./nodes.ts";
import { isReference, resolve, targetOf } from "./reference.ts";

/** The dialect of JSON Schema in OpenAPI 3.1 that a contract can name, and validators have. */
export const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Returns the schemas that a schema is composed of, and itself last, references resolved: all that
 * one value has.
 */
export function flattenComposition(document: object, schema: unknown): JsonObject[] {
  const found = new Set<JsonObject>();
  const pending = [schema];
  // Not recursive: a chain of thousands isn't too long for it.
  while (pending.length > 0) {
    const target = resolve(document, pending.pop());
    if (!isObject(target) || found.has(target)) continue;
    found.add(target);
    const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(target[keyword]));
    pending.push(...lists, target["if"], target["then"], target["else"]);
  }
  return [...found].reverse();
}

/** Returns what schemas of one value declare of each of its properties, by name. */
export function declaredProperties(
  schemas: readonly JsonObject[],
): ReadonlyMap<string, readonly unknown[]> {
  const declared = new Map<string, unknown[]>();
  for (const { properties } of schemas)
    for (const [name, schema] of Object.entries(asObject(properties)))
      declared.set(name, [...(declared.get(name) ?? []), schema]);
  return declared;
}

/**
 * Returns the properties of a schema and of those that it is composed of, by name; its own if two
 * share a name.
 */
export const propertiesOf = (
  document: object,
  schema: unknown,
): Readonly<Record<string, unknown>> =>
  Object.assign(
    {},
    ...flattenComposition(document, schema).map(({ properties }) => asObject(properties)),
  );

/**
 * Returns what a schema says about all JSON that it accepts: an envelope is an object with `success:
 * true`.
 */
export function jsonKindOf(
  document: object,
  schema: unknown,
  ancestors: readonly unknown[] = [],
): "any" | "object" | "envelope" {
  if (!isObject(schema) || ancestors.includes(schema)) return "any";
  const kindOf = (inner: unknown) => jsonKindOf(document, inner, [...ancestors, schema]);
  if (isReference(schema)) return kindOf(targetOf(document, schema.$ref));
  const parts = asList(schema["allOf"]).map(kindOf);
  const success = asObject(asObject(schema["properties"])["success"]);
  if (success["const"] === true || parts.includes("envelope")) return "envelope";
  return schema["type"] === "object" || parts.includes("object") ? "object" : "any";
}

export const exampleOf = ({ example, examples, default: fallback }: JsonObject): unknown =>
  [example, asList(examples)[0], fallback].find((value) => value !== undefined);

/**
 * Returns a value that a schema states: its example, default or constant, or the first of its list.
 */
export const exampleFromSchema = (schema: JsonObject): unknown =>
  [exampleOf(schema), schema["const"], asList(schema["enum"])[0]].find(
    (value) => value !== undefined,
  );

/** Keywords that say nothing about which values are valid. */
const annotations =
  /^(x-.*|\$schema|title|summary|description|default|examples?|deprecated|readOnly|writeOnly|discriminator|nullable|xml|externalDocs)$/;

export const isAnnotation = (keyword: string): boolean => annotations.test(keyword);

export const acceptsAnything = (document: object, schema: unknown): boolean =>
  schema !== false && Object.keys(asObject(resolve(document, schema))).every(isAnnotation);

/**
 * Copies a schema, with what `change` returns for each schema within it. It also gets the other
 * values of keywords.
 */
export const mapSchemas = (
  schema: JsonObject,
  change: (inner: unknown, keyword: string) => unknown,
): JsonObject =>
  mapEntries(schema, (value, keyword) => {
    if (dataKeywords.has(keyword)) return value;
    if (mapKeywords.has(keyword))
      return mapEntries(asObject(value), (inner) => change(inner, keyword));
    return Array.isArray(value)
      ? value.map((inner) => change(inner, keyword))
      : change(value, keyword);
  });

const mapEntries = (
  map: JsonObject,
  change: (value: unknown, key: string) => unknown,
): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));

/**
 * Lists the properties of a schema that have a keyword, `readOnly` or `writeOnly`, themselves or by
 * a part of theirs.
 */
export const listOmitted = (document: object, schema: JsonObject, omitKeyword: string): string[] =>
  flattenComposition(document, schema)
    .flatMap(({ properties }) => Object.entries(asObject(properties)))
    .flatMap(([name, property]) =>
      flattenComposition(document, property).some((part) => part[omitKeyword] === true) ? name : [],
    );

/** Copies a schema, with the targets of its references as `$defs`. */
export function toSelfContained(document: object, schema: JsonObject): JsonObject {
  const targets = collectTargets(document, schema);
  if (targets.size === 0) return schema;
  // A component keeps its name, which no other has.
  const nameOf = ($ref: string) =>
    $ref.replace("#/components/schemas/", "").replaceAll(/[^\w.-]/g, "_");
  const $defs = Object.fromEntries([...targets].map(([$ref, target]) => [nameOf($ref), target]));
  const copy = JSON.parse(JSON.stringify({ ...schema, $defs })) as JsonObject;
  for (const reference of referencesIn(copy)) reference.$ref = `#/$defs/${nameOf(reference.$ref)}`;
  return copy;
}
