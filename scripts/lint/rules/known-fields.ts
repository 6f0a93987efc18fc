import { asObject, isObject } from "../../../src/openapi/json.ts";
import { isMap, nodes } from "../../../src/openapi/nodes.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { schemasOf } from "../../../src/openapi/schema.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

/**
 * An example has no field that its schema doesn't name. Redocly's own check closes each alternative by itself, and so
 * rejects fields next to `oneOf`.
 */
export default ((contract, report) => {
  for (const { node, path } of nodes(contract)) {
    if (isMap(path) || !("schema" in node)) continue;
    for (const [name, example] of Object.entries(asObject(node["examples"]))) {
      const { value } = asObject(resolve(contract, example));
      for (const field of findUnknownFields(contract, [node["schema"]], value, ""))
        report([...path, "examples", name], `The schema doesn't name the field ${field} of this example.`);
    }
  }
}) satisfies Rule;

function findUnknownFields(contract: Contract, schemas: unknown[], value: unknown, pointer: string): string[] {
  const schemaParts = schemas.flatMap((schema) => schemasOf(contract, schema));
  if (Array.isArray(value)) {
    const items = schemaParts.flatMap((part) => ("items" in part ? [part["items"]] : []));
    return items.length > 0
      ? value.flatMap((item, index) => findUnknownFields(contract, items, item, `${pointer}/${index}`))
      : [];
  }
  const objectParts = schemaParts.filter((part) => isObject(part["properties"]));
  const isOpen =
    objectParts.length === 0 || schemaParts.some((part) => openingKeywords.some((keyword) => part[keyword]));
  return Object.entries(asObject(value)).flatMap(([key, inner]) => {
    const propertySchemas = objectParts.flatMap((part) => asObject(part["properties"])[key] ?? []);
    if (propertySchemas.length > 0) return findUnknownFields(contract, propertySchemas, inner, `${pointer}/${key}`);
    return isOpen ? [] : [`${pointer}/${key}`];
  });
}

const openingKeywords = ["additionalProperties", "unevaluatedProperties", "patternProperties"];
