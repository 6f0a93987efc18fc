import { asList, asObject, type JsonObject } from "../../src/openapi/json.ts";
import { isReference } from "../../src/openapi/reference.ts";
import { isOpen, schemasOf } from "../../src/openapi/schema.ts";
import { createSchemaCopier } from "../../src/schemas/validators.ts";
import type { Contract } from "./document.ts";

type AddSchema = (schema: JsonObject | boolean, id: string) => void;

/**
 * Creates a function that copies schemas for Ajv, as `createSchemaCopier` does. The copies reject the fields that no schema
 * names, too, as `unevaluatedProperties`.
 */
export function createSchemaCloser(contract: Contract, omitKeyword: "readOnly" | "writeOnly", add: AddSchema) {
  const copy = createSchemaCopier(contract, omitKeyword, add);
  const writeFields = createFieldsWriter(contract, add);
  return (schema: JsonObject): JsonObject => ({ allOf: [copy(schema), writeFields([schema])] });
}

/**
 * Creates a function that writes a schema which rejects the fields that some schemas of a value don't name. Where these
 * have alternatives, a field is known if one of them names it, whichever the value matches.
 */
function createFieldsWriter(contract: Contract, add: AddSchema) {
  const ids = new Map<string, string>();

  function writeFields(schemas: readonly unknown[]): JsonObject | boolean {
    if (!schemas.some(isReference)) return write(schemas.flatMap((schema) => schemasOf(contract, schema)));
    const key = JSON.stringify(schemas);
    const id = ids.get(key) ?? `fields-${ids.size}`;
    if (ids.has(key)) return { $ref: id };
    // A schema may contain itself.
    ids.set(key, id);
    add(write(schemas.flatMap((schema) => schemasOf(contract, schema))), id);
    return { $ref: id };
  }

  function write(parts: readonly JsonObject[]): JsonObject | boolean {
    if (parts.length === 0) return true;
    const valuesOf = (keyword: string) => parts.flatMap((part) => (keyword in part ? [part[keyword]] : []));
    const maps = valuesOf("properties").map(asObject);
    const properties = [...new Set(maps.flatMap(Object.keys))].map((name) => {
      const own = maps.flatMap((map) => (Object.hasOwn(map, name) ? [map[name]] : []));
      return [name, writeFields(own)] as const;
    });
    const patterns = valuesOf("patternProperties").flatMap((map) => Object.values(asObject(map)));
    const others = writeFields([...valuesOf("additionalProperties"), ...patterns]);
    const items = writeFields([...valuesOf("items"), ...valuesOf("prefixItems").flatMap(asList)]);
    const alternatives = [...valuesOf("anyOf"), ...valuesOf("oneOf")].flatMap(asList);
    const isClosed =
      (maps.length > 0 || valuesOf("type").flat().includes("object")) &&
      // Ajv ignores a property of this name.
      !maps.some((map) => Object.hasOwn(map, "__proto__")) &&
      !openingKeywords.some((keyword) => valuesOf(keyword).some(Boolean)) &&
      !alternatives.some((alternative) => isOpen(contract, alternative));
    if (isClosed) return { properties: Object.fromEntries(properties), items, unevaluatedProperties: false };
    const isOpenWithin = [others, items, ...properties.map(([, fields]) => fields)].every((fields) => fields === true);
    return isOpenWithin || { properties: Object.fromEntries(properties), items, additionalProperties: others };
  }

  return writeFields;
}

const openingKeywords = ["additionalProperties", "unevaluatedProperties", "patternProperties", "dependentSchemas"];
