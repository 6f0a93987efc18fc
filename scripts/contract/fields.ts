import { resolve } from "../../src/openapi/reference.ts";
import type { Contract, Schema } from "./document.ts";
import { isObject } from "./json.ts";

export interface SchemaField {
  /** The way to it from the top, such as `rooms[].roomId`. */
  path: string;
  schema: Schema;
  required: boolean;
  /** Whether it belongs to one of several alternatives. */
  alternative: boolean;
}

/**
 * Lists the properties of a schema, each followed by those within it. A schema within itself is not entered again.
 * @param omitKeyword `readOnly` for what is sent, `writeOnly` for what is received: properties with it are left out.
 */
export function schemaFields(
  contract: Contract,
  schema: unknown,
  omitKeyword?: "readOnly" | "writeOnly",
  at = "",
  above: unknown[] = [],
  alternative = false,
): SchemaField[] {
  const target = resolve(contract, schema);
  if (!isObject(target) || above.includes(target)) return [];
  const within = (part: unknown, path: string, isAlternative = alternative) =>
    schemaFields(contract, part, omitKeyword, path, [...above, target], isAlternative);
  const required = [target["required"] ?? []].flat();
  const properties = isObject(target["properties"]) ? Object.entries(target["properties"]) : [];
  return [
    ...[target["allOf"] ?? []].flat().flatMap((part) => within(part, at)),
    ...properties.flatMap(([name, property]) => {
      if (omitKeyword && resolve(contract, property as Schema)[omitKeyword] === true) return [];
      const path = at ? `${at}.${name}` : name;
      return [
        { path, schema: property as Schema, required: required.includes(name), alternative },
        ...within(property, path),
      ];
    }),
    ...within(target["items"], `${at}[]`),
    ...[target["anyOf"] ?? [], target["oneOf"] ?? []].flat().flatMap((part) => within(part, at, true)),
  ];
}
