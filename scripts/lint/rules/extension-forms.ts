import { isExample, isMap, isObject, marksOf, nodes, type Path } from "../../contract.ts";
import { everywhere, type Finding, isText, type Rule } from "../rule.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "unspecified"];
const indexKeys = ["area", "method", "name", "operationId", "x-not-shown"];

const forms: Record<string, (value: unknown, path: Path) => string | false> = {
  "x-not-shown": () => false,
  "x-repeatable": (value, path) =>
    !(isOperation(path) && typeof value === "boolean") && "x-repeatable is true or false, on an operation.",
  "x-operation-index": (value, path) =>
    !(path.length === 0 && Array.isArray(value) && value.every(isIndexEntry)) &&
    `x-operation-index is a list at the root, of area, method (${methods.join(", ")}), name and operationId.`,
};

const mostWords = 12;

/** The contract has three extensions and no more, each in its form; every operation says whether it is repeatable. */
export const extensionForms: Rule = (contract) => [
  ...nodes(contract).flatMap(({ node, path }) =>
    Object.keys(isMap(path) ? {} : node)
      .filter((key) => key.startsWith("x-"))
      .map((key) => ({ key, message: forms[key]?.(node[key], path) ?? `${key} is none of the contract's extensions.` }))
      .flatMap(({ key, message }): Finding[] => (message ? [{ message, path: [...path, key] }] : [])),
  ),
  ...everywhere(contract, (node) =>
    marksOf(node).map(
      ([id, phrase]) =>
        !isNounPhrase(phrase) &&
        `The unknown "${id}" must be a noun phrase, such as "Unit of \`timeout\`": a capital or a backtick first, ` +
          `no full stop, at most ${mostWords} words, and no "not shown".`,
    ),
  ),
  ...everywhere(contract, (node, path) => [
    isOperation(path) && !("x-repeatable" in node) && "An operation says whether it is x-repeatable.",
    Object.entries(node).some(
      ([key, value]) => isExample(key) && `${JSON.stringify(value)}`.includes('"x-not-shown"'),
    ) && "An example holds data; mark an unknown at the schema.",
  ]),
];

const isOperation = (path: Path) =>
  (path[0] === "paths" ? path.length === 3 : path[1] === "pathItems" && path.length === 4) &&
  /^(get|put|post|delete|options|head|patch|trace)$/.test(`${path.at(-1)}`);

/** Readers see the phrase after a word such as "Unknown:", so a sentence that says so again doesn't fit. */
const isNounPhrase = (phrase: unknown) =>
  isText(phrase) &&
  /^[A-Z`]/.test(phrase) &&
  !phrase.endsWith(".") &&
  !/\bnot shown\b/i.test(phrase) &&
  phrase.split(/\s+/).length <= mostWords;

function isIndexEntry(entry: unknown): boolean {
  if (!isObject(entry) || Object.keys(entry).some((key) => !indexKeys.includes(key))) return false;
  const { area, method, name, operationId } = entry;
  return (
    isText(area) && isText(name) && methods.includes(`${method}`) && (operationId === undefined || isText(operationId))
  );
}
