import { isFreeForm } from "../../../src/openapi/parameter.ts";
import {
  asObject,
  type Contract,
  isExample,
  isJson,
  isMap,
  isObject,
  type JsonObject,
  listFields,
  marksOf,
  nodes,
  type Path,
  type PathOperation,
  pathOperations,
} from "../../contract.ts";
import { checkNodes, isText, type LintProblem, type Rule } from "../rule.ts";

/** The places of the extensions whose forms `scripts/lint/types.ts` gives. */
const places: Record<string, { place: string; fits: (path: Path) => boolean }> = {
  "x-not-shown": { place: "anywhere", fits: () => true },
  "x-observed": { place: "below the root", fits: (path) => path.length > 0 },
  "x-repeatable": { place: "on an operation", fits: isOperation },
  "x-pagination": { place: "on an operation", fits: isOperation },
  "x-operation-index": { place: "at the root", fits: (path) => path.length === 0 },
};

const maxWords = 12;

/** The contract has only these extensions, each in its place and none in an example; `x-repeatable` is never missing. */
export default ((contract) => [
  ...nodes(contract).flatMap(({ node, path }) =>
    Object.keys(isMap(path) ? {} : node)
      .filter((key) => key.startsWith("x-") && !places[key]?.fits(path))
      .map((key): LintProblem => {
        const message = places[key]
          ? `${key} is ${places[key].place} only.`
          : `${key} isn't one of the contract's extensions.`;
        return { message, path: [...path, key] };
      }),
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
    !hasDays(asObject(node["x-observed"])) &&
      "x-observed has the days `first` and `last`, such as 2026-11-22, in this order, or neither.",
    asObject(node["x-observed"])["source"] === "" && "x-observed names its source.",
    path[0] === "x-operation-index" && node["name"] === "" && "An entry of x-operation-index has a name.",
    Object.entries(node).some(
      ([key, value]) => isExample(key) && `${JSON.stringify(value)}`.includes('"x-not-shown"'),
    ) && "An example contains data; mark an unknown at the schema.",
  ]),
]) satisfies Rule;

/** Reports fields that the response doesn't have, and inputs that are missing or that the operation doesn't take. */
function checkPagination({ keys, operation, query, successes }: PathOperation, contract: Contract): LintProblem[] {
  const pagination = operation["x-pagination"];
  if (!isObject(pagination)) return [];
  const { inputs, ...fields } = pagination;
  const names = query.map(({ name }) => `\`${name}\``).join(", ");
  const hasNames = query.length > 0 && query.every((parameter) => !isFreeForm(contract, parameter));
  const selecting = "next" in fields ? "cursor" : "page";
  const page = successes.find(({ mediaType }) => mediaType && isJson(mediaType));
  const fieldPaths = listFields(contract, page?.media?.schema).map(({ path }) => path);
  const messages = [
    !inputs && hasNames && `x-pagination needs \`inputs\`: which of ${names} selects the page?`,
    inputs &&
      hasNames &&
      !(selecting in asObject(inputs)) &&
      `x-pagination needs \`${selecting}\` among its \`inputs\`.`,
    ...Object.values(fields)
      .filter((field) => !fieldPaths.includes(`${field}`))
      .map((field) => `x-pagination names what the operation doesn't have: no field \`${field}\`.`),
    ...Object.values(asObject(inputs))
      .filter((name) => !query.some((parameter) => parameter.name === name))
      .map((name) => `x-pagination names what the operation doesn't have: no query parameter \`${name}\`.`),
  ];
  return messages.flatMap((message) => (message ? [{ message, path: [...keys, "x-pagination"] }] : []));
}

function isOperation(path: Path): boolean {
  const isPlace = path[0] === "paths" ? path.length === 3 : path[1] === "pathItems" && path.length === 4;
  return isPlace && /^(get|put|post|delete|options|head|patch|trace)$/.test(`${path.at(-1)}`);
}

/** Readers see the phrase after a word such as "Unknown:", so a sentence that says so again doesn't fit. */
const isNounPhrase = (phrase: unknown) =>
  isText(phrase) &&
  /^[A-Z`]/.test(phrase) &&
  !phrase.endsWith(".") &&
  !/\bnot shown\b/i.test(phrase) &&
  phrase.split(/\s+/).length <= maxWords;

/** Returns whether evidence has two days in order, or none. */
const hasDays = ({ first, last }: JsonObject) =>
  (first === undefined && last === undefined) || (isDay(first) && isDay(last) && `${first}` <= `${last}`);

const isDay = (value: unknown) => /^\d{4}-\d\d-\d\d$/.test(`${value}`) && !Number.isNaN(Date.parse(`${value}`));
