import { type Contract, isMap, isObject, nodes, type Path, resolve } from "../../contract.ts";
import type { Finding, Rule } from "../rule.ts";

type Node = Record<string, unknown>;

/**
 * An example has no field that its schema doesn't name. Redocly's own check closes each alternative by itself, and so
 * rejects fields beside `oneOf`.
 */
export const knownFields: Rule = (contract) =>
  nodes(contract).flatMap(({ node, path }): Finding[] => {
    if (isMap(path) || !isObject(node["examples"]) || !("schema" in node)) return [];
    return Object.entries(node["examples"]).flatMap(([name, written]) => {
      const example = resolve(contract, written);
      const fields = isObject(example) ? unknownFields(contract, [node["schema"]], example["value"], "") : [];
      const at: Path = [...path, "examples", name];
      return fields.map((field) => ({
        message: `The schema doesn't name the field ${field} of this example.`,
        path: at,
      }));
    });
  });

function unknownFields(contract: Contract, schemas: unknown[], value: unknown, at: string): string[] {
  const all = schemas.flatMap((schema) => parts(contract, schema));
  if (Array.isArray(value)) {
    const items = all.flatMap((part) => ("items" in part ? [part["items"]] : []));
    return items.length > 0
      ? value.flatMap((item, index) => unknownFields(contract, items, item, `${at}/${index}`))
      : [];
  }
  const named = all.filter((part) => isObject(part["properties"]));
  const isOpen = named.length === 0 || all.some((part) => open.some((keyword) => part[keyword]));
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) => {
    const own = named.flatMap((part) => (part["properties"] as Node)[key] ?? []);
    if (own.length > 0) return unknownFields(contract, own, inner, `${at}/${key}`);
    return isOpen ? [] : [`${at}/${key}`];
  });
}

const open = ["additionalProperties", "unevaluatedProperties", "patternProperties"];

/** A schema and all that it is composed of. */
function parts(contract: Contract, written: unknown, above: unknown[] = []): Node[] {
  const schema = resolve(contract, written);
  if (!isObject(schema) || above.includes(schema)) return [];
  const held = ["allOf", "anyOf", "oneOf", "then", "else"].flatMap((keyword) => [schema[keyword] ?? []].flat());
  const beside = isObject(written) && written !== schema ? [written] : [];
  return [schema, ...beside, ...held.flatMap((part) => parts(contract, part, [...above, schema]))];
}
