import { asObject, isObject } from "../../src/openapi/json.ts";
import { resolve } from "../../src/openapi/reference.ts";
import type { Contract, Schema } from "./document.ts";

interface SchemaField {
  /** The path from the top, such as `rooms[].roomId`. */
  path: string;
  schema: Schema;
  required: boolean;
  /** Whether the property belongs to one of several alternatives. */
  alternative: boolean;
}

/**
 * Lists the properties of a schema, each followed by those within it. A schema within itself isn't
 * entered again.
 * @param omitKeyword `readOnly` for requests, `writeOnly` for responses: properties with this
 * keyword are left out.
 */
export function listFields(
  contract: Contract,
  schema: unknown,
  omitKeyword?: "readOnly" | "writeOnly",
  parentPath = "",
  ancestors: unknown[] = [],
  alternative = false,
): SchemaField[] {
  const target = resolve(contract, schema);
  if (!isObject(target) || ancestors.includes(target)) return [];
  const fieldsOf = (part: unknown, path: string, isAlternative = alternative) =>
    listFields(contract, part, omitKeyword, path, [...ancestors, target], isAlternative);
  const required = [target["required"] ?? []].flat();
  const properties = isObject(target["properties"]) ? Object.entries(target["properties"]) : [];
  return [
    ...[target["allOf"] ?? []].flat().flatMap((part) => fieldsOf(part, parentPath)),
    ...properties.flatMap(([name, property]) => {
      if (omitKeyword && asObject(resolve(contract, property))[omitKeyword] === true) return [];
      const path = parentPath ? `${parentPath}.${name}` : name;
      return [
        { path, schema: property as Schema, required: required.includes(name), alternative },
        ...fieldsOf(property, path),
      ];
    }),
    ...fieldsOf(target["items"], `${parentPath}[]`),
    ...[target["anyOf"] ?? [], target["oneOf"] ?? []]
      .flat()
      .flatMap((part) => fieldsOf(part, parentPath, true)),
  ];
}
