import { asList, asObject, isObject, type JsonObject, typeOf } from "./json.ts";
import type { ValueTypes } from "./operation.ts";
import { resolve } from "./reference.ts";
import { acceptsAnything, declaredProperties, flattenComposition } from "./schema.ts";

/**
 * Returns the JSON types that a value of a schema can have, and those of its parts.
 * @param styles The styles in which it is written. Without brackets, none has more levels than the
 * field of a form, a property of it and the items of that; with them, five names, their items and
 * the field.
 */
export function valueTypesOf(
  document: object,
  schema: unknown,
  styles: readonly unknown[] = [],
): ValueTypes {
  // By schema and level: a schema can contain itself in many places.
  const knownTypes = new Map<unknown, ValueTypes[]>();

  function readTypes(schema: unknown, levelCount: number): ValueTypes {
    const parts = flattenComposition(document, schema);
    // A condition says nothing about the values that are valid.
    const conditions = new Set(parts.flatMap((part) => flattenComposition(document, part["if"])));
    const schemas = parts.filter((part) => !conditions.has(part));
    const types = [...new Set(schemas.flatMap(ownTypesOf))];
    if (levelCount === 0) return { types };
    const listOf = (keyword: string) =>
      schemas.flatMap((part) => (part[keyword] === undefined ? [] : [part[keyword]]));
    /**
     * Of the schemas of one part, the last that names types counts: others, such as a bound, only
     * restrict its values.
     */
    const typesOf = (parts: readonly unknown[]): ValueTypes | undefined => {
      const candidates = parts.map((part) => readPart(resolve(document, part), levelCount - 1));
      return candidates.findLast((candidate) => candidate.types.length > 0) ?? candidates[0];
    };
    const properties = [...declaredProperties(schemas)];
    return {
      types,
      items: typesOf(listOf("items")),
      properties:
        properties.length > 0
          ? Object.fromEntries(properties.map(([name, parts]) => [name, typesOf(parts)]))
          : undefined,
      additional: typesOf(listOf("additionalProperties").filter(isObject)),
    } as ValueTypes;
  }

  function readPart(schema: unknown, levelCount: number): ValueTypes {
    const typesByLevel = knownTypes.get(schema) ?? [];
    knownTypes.set(schema, typesByLevel);
    typesByLevel[levelCount] ??= readTypes(schema, levelCount);
    return typesByLevel[levelCount];
  }

  return readTypes(schema, styles.includes("deepObject") ? 7 : 3);
}

function ownTypesOf({ type, enum: values, ...schema }: JsonObject): string[] {
  if (type !== undefined) return [type].flat().map(String);
  return [...asList(values), ...("const" in schema ? [schema["const"]] : [])].map(typeOf);
}

export function isText(document: object, schema: unknown): boolean {
  const { type = "string", ...rest } = asObject(resolve(document, schema));
  return type === "string" && acceptsAnything(document, rest);
}
