import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { isReference } from "../openapi/reference.ts";
import { acceptsAnything, declaredProperties, flattenComposition } from "../openapi/schema.ts";
import { createSchemaCopier } from "./validators.ts";

/**
 * Creates a function that copies schemas for Ajv, as `createSchemaCopier` does. The copies reject
 * the fields that no schema of a value names, too, as `unevaluatedProperties`. Where schemas are
 * alternatives, a field is known if one of them names it, whichever the value matches.
 */
export function createSchemaCloser(
  document: object,
  omitKeyword: "readOnly" | "writeOnly",
  add: (schema: JsonObject | boolean, id: string) => void,
) {
  const copy = createSchemaCopier(document, omitKeyword, add);
  const ids = new Map<string, string>();

  /** Writes a schema that rejects the fields that these schemas of a value don't name. */
  function writeFields(schemas: readonly unknown[]): JsonObject | boolean {
    const parts = schemas.flatMap((schema) => flattenComposition(document, schema));
    if (!schemas.some(isReference)) return write(parts);
    const key = JSON.stringify(schemas);
    const existingId = ids.get(key);
    if (existingId) return { $ref: existingId };
    const id = `${omitKeyword}-fields-${ids.size}`;
    // A schema may contain itself.
    ids.set(key, id);
    add(write(parts), id);
    return { $ref: id };
  }

  function write(parts: readonly JsonObject[]): JsonObject | boolean {
    if (parts.length === 0) return true;
    const valuesOf = (keyword: string) =>
      parts.flatMap((part) => (keyword in part ? [part[keyword]] : []));
    const declared = declaredProperties(parts);
    const properties = [...declared].map(([name, own]) => [name, writeFields(own)] as const);
    const patterns = valuesOf("patternProperties").flatMap((map) => Object.values(asObject(map)));
    const others = writeFields([...valuesOf("additionalProperties"), ...patterns]);
    const items = writeFields([...valuesOf("items"), ...valuesOf("prefixItems").flatMap(asList)]);
    const fields = { properties: Object.fromEntries(properties), items };
    const alternatives = [...valuesOf("anyOf"), ...valuesOf("oneOf")].flatMap(asList);
    const isClosed =
      (valuesOf("properties").length > 0 || valuesOf("type").flat().includes("object")) &&
      !openingKeywords.some((keyword) => valuesOf(keyword).some(Boolean)) &&
      !alternatives.some((alternative) => acceptsAnything(document, alternative));
    if (isClosed) return { ...fields, unevaluatedProperties: false };
    const isAllOpen = [others, items, ...Object.values(fields.properties)].every(
      (inner) => inner === true,
    );
    return isAllOpen || { ...fields, additionalProperties: others };
  }

  return (schema: JsonObject): JsonObject => ({ allOf: [copy(schema), writeFields([schema])] });
}

const openingKeywords = [
  "additionalProperties",
  "unevaluatedProperties",
  "patternProperties",
  "dependentSchemas",
];
