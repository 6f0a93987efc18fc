import { everywhereButExamples, isObject, type Path, type Rule } from "./rule.ts";

/** Every operation, parameter, property, schema and area says what it is for. */
export const described: Rule = (contract) =>
  everywhereButExamples(contract, (node, path) =>
    needsDescription(node, path) && !isText(node["description"])
      ? [{ message: `${path.slice(-2).join(" ")} needs a description.`, path }]
      : [],
  );

function needsDescription(node: Record<string, unknown>, path: Path): boolean {
  if ("$ref" in node) return false;
  const [parent, above] = [path.at(-2), path.at(-3)];
  const isProperty = parent === "properties" && above !== "properties";
  const isParameter = isText(node["in"]) && isText(node["name"]);
  const isOperation = isObject(node["responses"]) && path[0] === "paths";
  const isComponent = path.length === 3 && path[0] === "components";
  const isTag = path.length === 2 && path[0] === "tags";
  return isProperty || isParameter || isOperation || isComponent || isTag;
}

const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";
