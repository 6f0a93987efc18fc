import { asObject, isObject } from "../../../src/openapi/json.ts";
import { dataKeywords, isMap, nodes, type Path } from "../../../src/openapi/nodes.ts";
import { isReference, parseReference, targetOf } from "../../../src/openapi/reference.ts";
import type { Contract } from "../../contract/document.ts";

/** Returns a contract without references to what isn't a component, such as a schema within an operation. */
export const inlineDeepReferences = (contract: Contract): Contract =>
  nodes(contract).some(({ node }) => isDeepReference(node)) ? (inline(contract, contract) as Contract) : contract;

const isDeepReference = (node: unknown) => isReference(node) && parseReference(node.$ref).length !== 3;

/** Copies a value, with deep references replaced by their targets. A target within itself is open there. */
function inline(contract: Contract, value: unknown, path: Path = [], targets: string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item, index) => inline(contract, item, [...path, index], targets));
  if (!isObject(value)) return value;
  if (!isMap(path) && isReference(value) && isDeepReference(value)) {
    const { $ref, ...siblings } = value;
    if (targets.includes($ref)) return {};
    const target = { ...asObject(targetOf(contract, $ref)), ...siblings };
    return inline(contract, target, path, [...targets, $ref]);
  }
  const entries = Object.entries(value).map(([key, inner]) => {
    const isLiteral = !isMap(path) && dataKeywords.has(key);
    return [key, isLiteral ? inner : inline(contract, inner, [...path, key], targets)];
  });
  return Object.fromEntries(entries);
}
