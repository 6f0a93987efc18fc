import { asObject, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { isAnnotation, propertiesOf, schemasOf } from "../../../src/openapi/schema.ts";
import type { Contract } from "../../contract/document.ts";

type Node = Record<string, unknown>;

/** Writes what openapi-typescript doesn't see in a schema as it understands it. */
export function completeSchema(contract: Contract, node: Node, path: Path): void {
  joinConditions(contract, node);
  joinAlternatives(node);
  openTuple(node);
  addRequired(contract, node, path);
  markDirections(contract, node);
  dropAnnotations(node);
  dropDiscriminator(contract, node);
  node["additionalProperties"] ??= node["unevaluatedProperties"];
  if (node["additionalProperties"] === undefined) delete node["additionalProperties"];
  if (node["const"] === null) node["type"] = "null";
  // They would be a property.
  delete node["$defs"];
}

/** Adds the properties that a schema has under a condition, as optional ones. */
function joinConditions(contract: Contract, node: Node): void {
  const conditional = [node["then"], node["else"], ...Object.values(asObject(node["dependentSchemas"]))];
  const properties = Object.assign({}, ...conditional.map((schema) => propertiesOf(contract, schema)));
  if (Object.keys(properties).length === 0) return;
  node["properties"] = { ...structuredClone(properties), ...asObject(node["properties"]) };
}

/** Renames an `anyOf` next to properties: openapi-typescript takes it for an alternative to them. */
function joinAlternatives(node: Node): void {
  if (!("anyOf" in node) || "oneOf" in node || !("properties" in node || "allOf" in node)) return;
  node["oneOf"] = node["anyOf"];
  delete node["anyOf"];
}

/** Makes a list of a tuple, unless it has exactly its items: neither fewer nor more are in its type. */
function openTuple(node: Node): void {
  const { prefixItems, items, minItems } = node;
  if (!Array.isArray(prefixItems) || (items === false && minItems === prefixItems.length)) return;
  node["items"] = items === undefined ? {} : { anyOf: items === false ? prefixItems : [...prefixItems, items] };
  delete node["prefixItems"];
}

/** Marks properties that are read-only or write-only by a part or a reference of theirs. */
function markDirections(contract: Contract, { properties }: Node): void {
  for (const property of Object.values(asObject(properties))) {
    const parts = schemasOf(contract, property);
    for (const keyword of ["readOnly", "writeOnly"]) {
      if (isObject(property) && parts.some((part) => part[keyword] === true)) property[keyword] = true;
    }
  }
}

/** Drops the parts that only describe: `unknown &` would be their type. */
function dropAnnotations(node: Node): void {
  if (!Array.isArray(node["allOf"])) return;
  node["allOf"] = node["allOf"].filter((part) => !isObject(part) || !Object.keys(part).every(isAnnotation));
  if ((node["allOf"] as unknown[]).length === 0) delete node["allOf"];
}

/** Adds the properties that a schema requires to it, if they are those of a reference or of a schema around it. */
function addRequired(contract: Contract, node: Node, path: Path): void {
  const { $ref, required } = node;
  if (!Array.isArray(required)) return;
  const properties = propertiesOf(contract, valueAt(contract, composedPath(path)));
  const givenNames = namesIn(node);
  const names = required.filter((name) => !givenNames.has(name) && Object.hasOwn(properties, name));
  if (names.length > 0) {
    node["properties"] = {
      ...asObject(node["properties"]),
      ...Object.fromEntries(names.map((name) => [name, structuredClone(properties[name])])),
    };
  }
  if ($ref === undefined) return;
  // Siblings of a reference are dropped, parts of an `allOf` aren't.
  node["allOf"] = [{ $ref }, ...((node["allOf"] as unknown[]) ?? [])];
  delete node["$ref"];
}

/** Returns the names of a schema's properties, and of those of the parts that it contains. */
const namesIn = ({ properties, allOf }: Node): Set<string> =>
  new Set([
    ...Object.keys(asObject(properties)),
    ...[allOf ?? []].flat().flatMap((part) => (isObject(part) ? [...namesIn(part)] : [])),
  ]);

/** Returns the path of the schema that is composed of a schema, or its own. */
function composedPath(path: Path): Path {
  return /^(allOf|anyOf|oneOf)$/.test(`${path.at(-2)}`) ? composedPath(path.slice(0, -2)) : path;
}

/** Drops a discriminator if each alternative gives its value: that of openapi-typescript is the schema's name. */
function dropDiscriminator(contract: Contract, node: Node): void {
  const choices = [node["oneOf"] ?? node["anyOf"] ?? []].flat();
  const name = `${asObject(node["discriminator"])["propertyName"]}`;
  const givesValue = (choice: unknown) => {
    const property = resolve(contract, propertiesOf(contract, choice)[name]);
    return isObject(property) && ("const" in property || "enum" in property);
  };
  if (choices.length > 0 && choices.every(givesValue)) delete node["discriminator"];
}
