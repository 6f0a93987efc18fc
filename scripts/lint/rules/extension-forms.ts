import { isFreeForm } from "../../../src/openapi/parameter.ts";
import {
  asObject,
  type Contract,
  isExample,
  isJson,
  isMap,
  isObject,
  listFields,
  nodes,
  type PathOperation,
  pathOperations,
  pointerOf,
} from "../../contract.ts";
import { checkNodes, type LintProblem, type Rule } from "../rule.ts";

const operation = /^\/(paths|components\/pathItems)\/[^/]+\/(get|put|post|delete|options|head|patch|trace)$/;
const places: Record<string, [place: string, pointer: RegExp]> = {
  "x-not-shown": ["anywhere", /^/],
  "x-observed": ["below the root", /./],
  "x-repeatable": ["on an operation", operation],
  "x-pagination": ["on an operation", operation],
  "x-operation-index": ["at the root", /^$/],
};

/** The contract has only these extensions, each in its place. openapi/redocly.yaml has their forms. */
export default ((contract) => [
  ...nodes(contract).flatMap(({ node, path }) =>
    Object.keys(isMap(path) ? {} : node).flatMap((key): LintProblem[] => {
      const [place, pointer] = places[key] ?? [];
      if (!key.startsWith("x-") || pointer?.test(pointerOf(path))) return [];
      const message = place ? `${key} is ${place} only.` : `${key} isn't one of the contract's extensions.`;
      return [{ message, path: [...path, key] }];
    }),
  ),
  ...checkNodes(contract, (node, path) => {
    const { first, last } = asObject(node["x-observed"]);
    const examples = Object.entries(isMap(path) ? {} : node).filter(([key]) => isExample(key));
    return [
      `${first}` > `${last}` && "x-observed ends before it begins: `first` is the earlier day.",
      JSON.stringify(examples).includes('"x-not-shown"') && "An example contains data; mark an unknown at the schema.",
    ];
  }),
  ...pathOperations(contract).flatMap((pathOperation) => checkPagination(pathOperation, contract)),
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
