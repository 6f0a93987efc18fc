import { isMap, isObject, type Path } from "../../contract.ts";
import { everywhere, isText, type Rule } from "./rule.ts";

/** Every operation, parameter, answer, header, payload, property, component and area says what it is for. */
export const described: Rule = (contract) =>
  everywhere(contract, (node, path) => [
    needsDescription(node, path) && !isText(node["description"]) && `${path.slice(-2).join(" ")} needs a description.`,
    ...bare(node, path),
  ]);

function needsDescription(node: Record<string, unknown>, path: Path): boolean {
  const [root, parent] = [path[0], path.at(-2)];
  if ("$ref" in node && parent !== "properties") return false;
  const isMember = ["properties", "headers", "responses"].includes(`${parent}`) && isMap(path.slice(0, -1));
  const isParameter = isText(node["in"]) && isText(node["name"]);
  const isOperation = path.length === 3 && root === "paths" && isObject(node["responses"]);
  const isComponent = path.length === 3 && root === "components";
  const isTag = path.length === 2 && root === "tags";
  return isMember || isParameter || isOperation || isComponent || isTag || path.at(-1) === "requestBody";
}

/** A property may be `true` in JSON Schema, and then it has no place for a description. */
function bare(node: Record<string, unknown>, path: Path): string[] {
  if (path.at(-1) !== "properties" || !isMap(path)) return [];
  return Object.entries(node).flatMap(([name, schema]) => (isObject(schema) ? [] : [`${name} needs a description.`]));
}
