import { isFreeForm } from "../../../src/openapi/parameter.ts";
import {
  type Contract,
  isExample,
  isJson,
  isMap,
  isObject,
  listFields,
  marksOf,
  nodes,
  type Path,
  type PathOperation,
  pathOperations,
} from "../../contract.ts";
import { checkNodes, isText, type LintProblem, type Rule } from "../rule.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "unspecified"];
const indexKeys = ["area", "method", "name", "operationId", "x-not-shown"];

const forms: Record<string, (value: unknown, path: Path) => string | false> = {
  "x-not-shown": () => false,
  "x-repeatable": (value, path) =>
    !(isOperation(path) && typeof value === "boolean") && "x-repeatable is true or false, on an operation.",
  "x-observed": (value, path) =>
    !(path.length > 0 && isObserved(value)) &&
    "x-observed is the evidence of a fact: source, exchanges (1 or more), and the days first and last, such as 2026-11-22.",
  "x-pagination": (value, path) =>
    !(isOperation(path) && isPagination(value)) &&
    "x-pagination is a map on an operation: items, and either page, size and total or next, each the name of a field " +
      "of the response; inputs, a map of paginate, page and size or cursor to names of query parameters.",
  "x-operation-index": (value, path) =>
    !(path.length === 0 && Array.isArray(value) && value.every(isIndexEntry)) &&
    `x-operation-index is a list at the root, of area, method (${methods.join(", ")}), name and operationId.`,
};

const maxWords = 12;

/** The contract has only these extensions, each in its form and none in an example; `x-repeatable` is never missing. */
export const extensionForms: Rule = (contract) => [
  ...nodes(contract).flatMap(({ node, path }) =>
    Object.keys(isMap(path) ? {} : node)
      .filter((key) => key.startsWith("x-"))
      .map((key) => ({
        key,
        message: forms[key]?.(node[key], path) ?? `${key} isn't one of the contract's extensions.`,
      }))
      .flatMap(({ key, message }): LintProblem[] => (message ? [{ message, path: [...path, key] }] : [])),
  ),
  ...pathOperations(contract).flatMap((pathOperation) => checkPagination(pathOperation, contract)),
  ...checkNodes(contract, (node) =>
    marksOf(node).map(
      ([id, phrase]) =>
        !isNounPhrase(phrase) &&
        `The unknown "${id}" must be a noun phrase, such as "Unit of \`timeout\`": a capital or a backtick first, ` +
          `no full stop, at most ${maxWords} words, and no "not shown".`,
    ),
  ),
  ...checkNodes(contract, (node, path) => [
    isOperation(path) && !("x-repeatable" in node) && "An operation says whether it is x-repeatable.",
    Object.entries(node).some(
      ([key, value]) => isExample(key) && `${JSON.stringify(value)}`.includes('"x-not-shown"'),
    ) && "An example contains data; mark an unknown at the schema.",
  ]),
];

const pageKeys = ["items", "page", "size", "total", "next", "inputs"];
const inputKeys = ["paginate", "page", "size", "cursor"];

function isPagination(value: unknown): boolean {
  if (!isObject(value) || Object.keys(value).some((key) => !pageKeys.includes(key))) return false;
  const { inputs = {}, ...fields } = value;
  if (!isText(fields["items"]) || !Object.values(fields).every(isText) || !isObject(inputs)) return false;
  const hasKnownInputs = Object.entries(inputs).every(([key, name]) => inputKeys.includes(key) && isText(name));
  const numbered = "page" in fields || "total" in fields;
  const selecting = numbered ? "page" : "cursor";
  return hasKnownInputs && numbered !== "next" in fields && (!("inputs" in value) || selecting in inputs);
}

/** Reports fields that the response doesn't have, and inputs that are missing or that the operation doesn't take. */
function checkPagination({ keys, operation, query, successes }: PathOperation, contract: Contract): LintProblem[] {
  const pagination = operation["x-pagination"];
  if (!isObject(pagination) || !isPagination(pagination)) return [];
  const { inputs = {}, ...fields } = pagination;
  const paginationPath = [...keys, "x-pagination"];
  if (!pagination.inputs && query.length > 0 && query.every((parameter) => !isFreeForm(contract, parameter))) {
    const names = query.map(({ name }) => `\`${name}\``).join(", ");
    return [{ message: `x-pagination needs \`inputs\`: which of ${names} selects the page?`, path: paginationPath }];
  }
  const page = successes.find(({ mediaType }) => mediaType && isJson(mediaType));
  const fieldPaths = listFields(contract, page?.media?.schema).map(({ path }) => path);
  const missingNames = [
    ...Object.values(fields)
      .filter((field) => !fieldPaths.includes(`${field}`))
      .map((field) => `no field \`${field}\``),
    ...Object.values(inputs)
      .filter((name) => !query.some((parameter) => parameter.name === name))
      .map((name) => `no query parameter \`${name}\``),
  ];
  return missingNames.map((name) => ({
    message: `x-pagination names what the operation doesn't have: ${name}.`,
    path: paginationPath,
  }));
}

const isOperation = (path: Path) =>
  (path[0] === "paths" ? path.length === 3 : path[1] === "pathItems" && path.length === 4) &&
  /^(get|put|post|delete|options|head|patch|trace)$/.test(`${path.at(-1)}`);

/** Readers see the phrase after a word such as "Unknown:", so a sentence that says so again doesn't fit. */
const isNounPhrase = (phrase: unknown) =>
  isText(phrase) &&
  /^[A-Z`]/.test(phrase) &&
  !phrase.endsWith(".") &&
  !/\bnot shown\b/i.test(phrase) &&
  phrase.split(/\s+/).length <= maxWords;

function isObserved(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { source, exchanges, first, last, ...rest } = value;
  const days =
    first === undefined && last === undefined ? true : isDay(first) && isDay(last) && `${first}` <= `${last}`;
  return (
    isText(source) && Number.isInteger(exchanges) && Number(exchanges) > 0 && days && Object.keys(rest).length === 0
  );
}

const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(`${value}`) && !Number.isNaN(Date.parse(`${value}`));

function isIndexEntry(entry: unknown): boolean {
  if (!isObject(entry) || Object.keys(entry).some((key) => !indexKeys.includes(key))) return false;
  const { area, method, name, operationId } = entry;
  return (
    isText(area) && isText(name) && methods.includes(`${method}`) && (operationId === undefined || isText(operationId))
  );
}
