import { everywhereButExamples, type Finding, isObject, type Path, type Rule } from "./rule.ts";

const methods = ["GET", "POST", "PUT", "DELETE", "unspecified"];
const indexKeys = ["area", "method", "name", "operationId", "x-not-shown"];

const forms: Record<string, (value: unknown, path: Path) => string | undefined> = {
  "x-not-shown": () => undefined,
  "x-repeatable": (value, path) =>
    isOperation(path) && typeof value === "boolean" ? undefined : "x-repeatable is true or false, on an operation.",
  "x-operation-index": (value, path) =>
    path.length === 0 && Array.isArray(value) && value.every(isIndexEntry)
      ? undefined
      : `x-operation-index is a list at the root, of area, method (${methods.join(", ")}), name and operationId.`,
};

/** The contract has three extensions and no more, each in its form; every operation says whether it is repeatable. */
export const extensionForms: Rule = (contract) =>
  everywhereButExamples(contract, (node, path) => {
    const wrong = Object.keys(node)
      .filter((key) => key.startsWith("x-"))
      .flatMap((key): Finding[] => {
        const message = key in forms ? forms[key]?.(node[key], path) : `${key} is none of the contract's extensions.`;
        return message ? [{ message, path: [...path, key] }] : [];
      });
    const silent = isOperation(path) && !("x-repeatable" in node);
    return silent ? [...wrong, { message: "An operation says whether it is x-repeatable.", path }] : wrong;
  });

const isOperation = (path: Path) =>
  path.length === 3 && path[0] === "paths" && /^(get|put|post|delete|options|head|patch|trace)$/.test(`${path[2]}`);

function isIndexEntry(entry: unknown): boolean {
  if (!isObject(entry) || Object.keys(entry).some((key) => !indexKeys.includes(key))) return false;
  const { area, method, name, operationId } = entry;
  return (
    isText(area) && isText(name) && methods.includes(`${method}`) && (operationId === undefined || isText(operationId))
  );
}

const isText = (value: unknown) => typeof value === "string" && value !== "";
