import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { resolve, targetOf } from "../openapi/reference.ts";

/**
 * Creates a function that copies a contract's schemas for Ajv, without annotations. The target of a reference is copied
 * once, added under an id, and referred to by that id: Ajv would otherwise compile it again for each reference.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with it aren't required.
 */
export function createSchemaCopier(
  document: object,
  omitKeyword: "readOnly" | "writeOnly",
  add: (schema: JsonObject | boolean, id: string) => void,
): (schema: unknown) => JsonObject | boolean {
  const ids = new Map<string, string>();

  function idOf($ref: string): string {
    const existingId = ids.get($ref);
    if (existingId) return existingId;
    const target = targetOf(document, $ref);
    if (target === undefined) throw new Error(`Unresolved reference: ${$ref}`);
    const id = `${omitKeyword}-${ids.size}`;
    ids.set($ref, id);
    add(copy(target), id);
    return id;
  }

  function copy(schema: unknown): JsonObject | boolean {
    if (!isObject(schema)) return schema as boolean;
    const omitted = listOmitted(document, schema, omitKeyword);
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        if (annotations.test(key)) return [];
        if (key === "$ref") return [[key, idOf(String(value))]];
        if (key === "required") return [[key, asList(value).filter((name) => !omitted.includes(String(name)))]];
        if (data.has(key)) return [[key, value]];
        if (maps.has(key)) return [[key, mapValues(asObject(value), copy)]];
        if (Array.isArray(value)) return [[key, value.map((item) => (isObject(item) ? copy(item) : item))]];
        return [[key, isObject(value) ? copy(value) : value]];
      }),
    );
  }

  return copy;
}

/** Lists the properties of a schema and its parts that have a keyword: `readOnly` or `writeOnly`. */
export function listOmitted(document: object, schema: JsonObject, omitKeyword: string): string[] {
  const parts = asList(schema["allOf"]).map((part) => asObject(resolve(document, part)));
  const properties = Object.entries(asObject(schema["properties"])).filter(
    ([, property]) => asObject(resolve(document, property))[omitKeyword] === true,
  );
  return [...properties.map(([name]) => name), ...parts.flatMap((part) => listOmitted(document, part, omitKeyword))];
}

const mapValues = (map: JsonObject, change: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));

const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const data = new Set(["const", "enum", "dependentRequired"]);
/** Keywords that say nothing about which values are valid. */
export const annotations =
  /^(x-.*|\$schema|title|description|default|examples?|deprecated|readOnly|writeOnly|discriminator|nullable|xml|externalDocs)$/;
