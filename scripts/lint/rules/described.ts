import { isMap, isObject, type Path } from "../../contract.ts";
import { checkNodes, isText, type Rule } from "../rule.ts";

/**
 * Every component and every property says what it is for, also a property by reference, which Redocly's own rules see
 * only as what it refers to.
 */
export default ((contract) =>
  checkNodes(contract, (node, path) => [
    needsDescription(path) && !isText(node["description"]) && `${path.slice(-2).join(" ")} needs a description.`,
    ...findUndescribed(node, path),
  ])) satisfies Rule;

const needsDescription = (path: Path): boolean =>
  (path.length === 3 && path[0] === "components") || (path.at(-2) === "properties" && isMap(path.slice(0, -1)));

/** Reports properties that are `true` or `false`, which JSON Schema allows: they have no description. */
function findUndescribed(node: Record<string, unknown>, path: Path): string[] {
  if (path.at(-1) !== "properties" || !isMap(path)) return [];
  return Object.entries(node).flatMap(([name, schema]) => (isObject(schema) ? [] : [`${name} needs a description.`]));
}
