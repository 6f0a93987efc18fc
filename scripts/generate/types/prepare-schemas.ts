import { webhookOperations } from "../../../src/openapi/operations.ts";
import { isAnnotation, propertiesOf, schemasOf } from "../../../src/openapi/schema.ts";
import {
  asObject,
  type Contract,
  dataKeywords,
  isMap,
  isObject,
  isReference,
  nodes,
  type Path,
  resolve,
  targetKeysOf,
  targetOf,
  valueAt,
} from "../../contract.ts";

type Node = Record<string, unknown>;

/** Copies a contract for openapi-typescript: what it doesn't see in a schema is written as it understands it. */
export function prepareSchemas(contract: Contract): Contract {
  const hasDeepReference = nodes(contract).some(({ node }) => isDeepReference(node));
  const source = hasDeepReference ? (inlineDeepReferences(contract, contract) as Contract) : contract;
  const copy = structuredClone(source);
  for (const { name, method, keys, operation } of webhookOperations(source)) {
    // It drops callbacks.
    if (keys[0] !== "webhooks") setWebhook(copy, name, method, operation);
  }
  for (const { node, path } of nodes(copy)) {
    if (isMap(path)) continue;
    moveContent(node);
    addRequired(source, node, path);
    markDirections(source, node);
    dropAnnotations(node);
    dropDiscriminator(source, node);
    // They would be a property.
    delete node["$defs"];
  }
  return copy;
}

function setWebhook(contract: Contract, name: string, method: string, operation: object): void {
  contract.webhooks = { ...contract.webhooks };
  contract.webhooks[name] = { ...contract.webhooks[name], [method.toLowerCase()]: structuredClone(operation) };
}

/** Gives a parameter that has content, such as JSON, the schema of this content. */
function moveContent(node: Node): void {
  const [media] = Object.values(asObject(node["content"]));
  if (!("in" in node) || media === undefined) return;
  node["schema"] = asObject(media)["schema"] ?? {};
  delete node["content"];
}

/** Returns whether a node is a reference to what isn't a component, such as a schema within an operation. */
const isDeepReference = (node: unknown) => isReference(node) && targetKeysOf(node.$ref).length !== 3;

/** Copies a value, with deep references replaced by their targets. A target within itself is open there. */
function inlineDeepReferences(contract: Contract, value: unknown, path: Path = [], targets: string[] = []): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => inlineDeepReferences(contract, item, [...path, index], targets));
  }
  if (!isObject(value)) return value;
  if (!isMap(path) && isReference(value) && isDeepReference(value)) {
    const { $ref, ...siblings } = value;
    if (targets.includes($ref)) return {};
    const target = { ...asObject(targetOf(contract, $ref)), ...siblings };
    return inlineDeepReferences(contract, target, path, [...targets, $ref]);
  }
  const entries = Object.entries(value).map(([key, inner]) => {
    const isData = !isMap(path) && dataKeywords.has(key);
    return [key, isData ? inner : inlineDeepReferences(contract, inner, [...path, key], targets)];
  });
  return Object.fromEntries(entries);
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
  return /^(allOf|oneOf)$/.test(`${path.at(-2)}`) ? composedPath(path.slice(0, -2)) : path;
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
