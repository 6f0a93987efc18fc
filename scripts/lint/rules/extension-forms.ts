import { asObject, isObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import { isExample, nodes } from "../../../src/openapi/nodes.ts";
import { methods, type Operation } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { pointerOf } from "../../../src/openapi/pointer.ts";
import { expectedStartsOf } from "../../../src/openapi/unknown-aspects.ts";
import { unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Contract } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { successesOf } from "../../contract/successes.ts";
import type { ReportProblem, Rule } from "../rule.ts";

const operation = new RegExp(`^/(paths|components/pathItems)/[^/]+/(${methods.join("|")})$`);
const namelessInput = /\/additionalProperties(\/anyOf\/\d+)?$/.source;
const places: Record<string, [place: string, pointer: RegExp]> = {
  "x-not-shown": ["anywhere", /^/],
  "x-observed": ["below the root", /./],
  "x-repeatable": ["on an operation", operation],
  "x-pagination": [
    "on an operation or an input without a name",
    new RegExp(`${operation.source}|${namelessInput}`),
  ],
  "x-operation-index": ["at the root", /^$/],
};

/**
 * The contract has only these extensions, each in its place, and each unknown once, with a phrase
 * about what its id names. openapi/redocly.yaml has their forms.
 */
export default ((contract, report) => {
  const ids = new Set<string>();
  for (const { node, path } of nodes(contract)) {
    for (const [key, value] of Object.entries(node)) {
      const [place, pointer] = places[key] ?? [];
      const sentence = place
        ? `${key} is ${place} only.`
        : `${key} isn't one of the contract's extensions.`;
      report([...path, key], key.startsWith("x-") && !pointer?.test(pointerOf(path)) && sentence);
      const hasUnknowns = isExample(key) && JSON.stringify([value]).includes('"x-not-shown"');
      report(path, hasUnknowns && "An example contains data; mark an unknown at the schema.");
    }
    for (const [id, phrase] of unknownsAt(node)) {
      const starts = expectedStartsOf(id, phrase, path).map((start) => `"${start}"`);
      const advice = `Begin the phrase with ${starts.join(" or ")}, or let the id end with another word.`;
      report(
        [...path, "x-not-shown", id],
        starts.length > 0 && `By its last words, "${id}" is about another thing. ${advice}`,
      );
      report(
        [...path, "x-not-shown", id],
        ids.has(id) && `The id "${id}" is used twice; an unknown is marked once.`,
      );
      ids.add(id);
    }
    const { first, last } = asObject(node["x-observed"]);
    report(
      path,
      `${first}` > `${last}` && "x-observed ends before it begins: `first` is the earlier day.",
    );
  }
  for (const operation of operationsOf(contract)) checkPagination(operation, contract, report);
}) satisfies Rule;

/**
 * Reports fields that the response doesn't have, and inputs that are missing or that the operation
 * doesn't take.
 */
function checkPagination(operation: Operation, contract: Contract, report: ReportProblem): void {
  const { keys, pagination, parameters } = operation;
  if (!isObject(pagination)) return;
  const query = parameters.filter((parameter) => parameter.in === "query");
  const { inputs, ...fields } = pagination;
  const path = [...keys, "x-pagination"];
  const absence = "x-pagination names what the operation doesn't have";
  if (query.length > 0 && query.every(({ isFreeForm }) => !isFreeForm)) {
    const names = query.map(({ name }) => `\`${name}\``).join(", ");
    const selecting = "next" in fields ? "cursor" : "page";
    if (!inputs) report(path, `x-pagination needs \`inputs\`: which of ${names} selects the page?`);
    else
      report(
        path,
        !(selecting in asObject(inputs)) &&
          `x-pagination needs \`${selecting}\` among its \`inputs\`.`,
      );
  }
  const pages = successesOf(operation).flatMap(({ content }) => content ?? []);
  const page = pages.find(({ mediaType }) => isJson(mediaType));
  const fieldPaths = listFields(contract, page?.schema).map(({ path }) => path);
  for (const field of Object.values(fields))
    report(path, !fieldPaths.includes(`${field}`) && `${absence}: no field \`${field}\`.`);
  for (const name of Object.values(asObject(inputs)))
    report(
      path,
      !query.some((parameter) => parameter.name === name) &&
        `${absence}: no query parameter \`${name}\`.`,
    );
}
