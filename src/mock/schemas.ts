import { isMap, list, type Node, node, pointedAt, resolve } from "./document.ts";

/**
 * Makes copies of a contract's schemas for Ajv. What they refer to is copied once, given to `add` under an id, and
 * referred to by that id: Ajv would otherwise compile it again for each reference.
 * @param prefix What the ids begin with.
 * @param left What the other side sends: requests leave out what is `readOnly`, responses what is `writeOnly`.
 */
export function schemaCopier(
  document: Node,
  left: "readOnly" | "writeOnly",
  add: (schema: Node | boolean, id: string) => void,
  prefix = "",
): (schema: unknown) => Node | boolean {
  const ids = new Map<string, string>();

  function idOf($ref: string): string {
    const known = ids.get($ref);
    if (known) return known;
    const target = pointedAt(document, $ref);
    if (target === undefined) throw new Error(`the reference ${$ref} leads nowhere`);
    const id = `${prefix}${left}-${ids.size}`;
    ids.set($ref, id);
    add(copy(target), id);
    return id;
  }

  function copy(schema: unknown): Node | boolean {
    if (!isMap(schema)) return schema as boolean;
    const leftOut = leftOutNames(schema);
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        if (annotations.test(key)) return [];
        if (key === "$ref") return [[key, idOf(String(value))]];
        if (key === "required") return [[key, list(value).filter((name) => !leftOut.includes(String(name)))]];
        if (maps.has(key))
          return [[key, Object.fromEntries(Object.entries(node(value)).map(([name, one]) => [name, copy(one)]))]];
        if (data.has(key)) return [[key, value]];
        return [
          [
            key,
            Array.isArray(value)
              ? value.map((one) => (isMap(one) ? copy(one) : one))
              : isMap(value)
                ? copy(value)
                : value,
          ],
        ];
      }),
    );
  }

  function leftOutNames(schema: Node): string[] {
    const parts = list(schema["allOf"]).map((part) => node(resolve(document, part)));
    const names = Object.entries(node(schema["properties"])).filter(
      ([, one]) => node(resolve(document, one))[left] === true,
    );
    return [...names.map(([name]) => name), ...parts.flatMap(leftOutNames)];
  }

  return copy;
}

const maps = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const data = new Set(["const", "enum", "dependentRequired"]);
const annotations =
  /^(x-.*|\$schema|title|description|default|examples?|deprecated|readOnly|writeOnly|discriminator|xml|externalDocs)$/;
