import { type Contract, isObject, resolve, type Schema } from "./document.ts";

export interface SchemaField {
  /** The way to it from the top, such as `rooms[].roomId`. */
  path: string;
  schema: Schema;
  required: boolean;
}

/** Every property of a schema, each followed by those within it. A schema within itself is not entered again. */
export function schemaFields(contract: Contract, schema: unknown, at = "", above: unknown[] = []): SchemaField[] {
  const target = resolve(contract, schema);
  if (!isObject(target) || above.includes(target)) return [];
  const within = (part: unknown, path: string) => schemaFields(contract, part, path, [...above, target]);
  const required = [target["required"] ?? []].flat();
  const properties = isObject(target["properties"]) ? Object.entries(target["properties"]) : [];
  return [
    ...[target["allOf"] ?? []].flat().flatMap((part) => within(part, at)),
    ...properties.flatMap(([name, property]) => {
      const path = at ? `${at}.${name}` : name;
      return [{ path, schema: property as Schema, required: required.includes(name) }, ...within(property, path)];
    }),
    ...within(target["items"], `${at}[]`),
  ];
}
