import { asList, asObject, isObject } from "../../../src/openapi/json.ts";
import { isMap, nodes } from "../../../src/openapi/nodes.ts";
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
  for (const { node, path } of nodes(copy)) {
    if (isMap(path)) continue;
    delete node["callbacks"];
    const {
      $ref,
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
    // Its types have no `schema` and no `items`, which references beyond components name.
    if (typeof $ref === "string" && parseReference($ref).length > 3) {
      Object.assign(node, structuredClone(resolve(contract, node)));
      delete node["$ref"];
    }
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
