import { asList, asObject, isObject } from "../../../src/openapi/json.ts";
import { nodes, referencesIn } from "../../../src/openapi/nodes.ts";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import { parseReference, resolve } from "../../../src/openapi/reference.ts";
import type { Contract } from "../../contract/document.ts";

/**
 * Copies a contract for openapi-typescript: what it doesn't see is written as it understands it.
 */
export function prepareContract(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const { name, method, keys, node } of webhooksOf(contract)) {
    // It drops callbacks: they become webhooks.
    if (keys[0] !== "webhooks")
      copy.webhooks = {
        ...copy.webhooks,
        [name]: { [method.toLowerCase()]: structuredClone(node) },
      };
  }
  inlineReferences(contract, copy, []);
  for (const { node } of nodes(copy)) {
    delete node["callbacks"];
    // It takes them for a property.
    delete node["$defs"];
    const {
      allOf,
      anyOf,
      oneOf,
      properties,
      patternProperties,
      additionalProperties,
      discriminator,
    } = node;
    const [media] = Object.values(asObject(node["content"]));
    if ("in" in node && media) node["schema"] = asObject(media)["schema"];
    // Next to properties it takes `anyOf` for an alternative to them.
    if (anyOf && !oneOf && (properties || allOf))
      Object.assign(node, { oneOf: anyOf, anyOf: undefined });
    // What a part requires can be a property of another part.
    if (allOf)
      node["required"] = [node, ...asList(allOf)].flatMap((part) =>
        asList(asObject(part)["required"]),
      );
    // Without a mapping the value would be the schema's name, whatever the schema says.
    if (!asObject(discriminator)["mapping"]) delete node["discriminator"];
    // The named properties would have to fit the type of others.
    if (properties && (patternProperties || isObject(additionalProperties)))
      Object.assign(node, { additionalProperties: true, patternProperties: undefined });
  }
  return copy;
}

/**
 * Replaces references beyond components by their targets: its types have no `schema` and no
 * `items`, which such references name. Within itself, a target is of any type.
 */
function inlineReferences(contract: Contract, value: unknown, ancestors: readonly string[]): void {
  for (const reference of referencesIn(value)) {
    const { $ref, ...siblings } = reference;
    if (parseReference($ref).length <= 3) continue;
    const target = ancestors.includes($ref) ? {} : structuredClone(resolve(contract, { $ref }));
    inlineReferences(contract, target, [...ancestors, $ref]);
    delete (reference as Partial<typeof reference>).$ref;
    Object.assign(reference, target, siblings);
  }
}
