import { aspectOf, type Operation, type Schema, splitWords, unknownsAt } from "../../contract.ts";
import { similarityOf } from "../name/name-words.ts";
import type { Endpoint } from "../shape/endpoint.ts";
import { type Context, createFact } from "./compare.ts";
import { type Fact, placeIdOf } from "./fact.ts";
import { findInputs } from "./purpose-match.ts";

/**
 * Returns facts that name inputs of a free-form parameter, of which the contract only has the purposes. A page size is
 * the number that the response repeats as `pageSize`, for two values or more; a switch has its purpose in its name.
 * @param index The position of the free-form parameter.
 */
export function purposeFactsOf(index: number, endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = context;
  const parameter = operation.parameters?.[index];
  const values = Object(parameter?.schema["additionalProperties"]) as Schema;
  const alternatives = (values["anyOf"] ?? [values]) as Schema[];
  const matches = alternatives.flatMap((alternative) => {
    const [match, ...otherMatches] = findInputs(alternative, endpoint);
    return match && otherMatches.length === 0 ? [{ alternative, ...match }] : [];
  });
  const clearMatches = matches.filter(({ name }) => matches.filter((rival) => rival.name === name).length === 1);
  return clearMatches.map(({ alternative, name, evidence, echo }): Fact => {
    const unknowns = unknownsAt(alternative);
    const isAnswered = (id: string) => aspectOf(id) === "name" || (echo !== undefined && aspectOf(id) === "origin");
    const openUnknowns = unknowns.filter(([id]) => !isAnswered(id));
    const [, first = "", rest = ""] = /^(?:The \w+ input: )?(.)(.*)$/s.exec(`${alternative["description"]}`) ?? [];
    const namedParameter = {
      name,
      in: "query",
      description: `${first.toUpperCase()}${rest}${echo ? ` It is ${echo.relation}.` : ""}`,
      "x-observed": context.observation,
      schema: {
        type: alternative["type"] ?? "string",
        ...(openUnknowns.length > 0 && { "x-not-shown": Object.fromEntries(openUnknowns) }),
      },
    };
    const pageInput = operation["x-pagination"] && pageInputOf(operation["x-pagination"], alternative, echo?.field);
    const [id] = unknowns.find(([id]) => isAnswered(id)) ?? [placeIdOf([...path, "input"], name)];
    const place = [...path, "parameters"];
    const removal =
      "anyOf" in values
        ? {
            path: [...place, index, "schema", "additionalProperties", "anyOf"],
            remove: { field: "title", text: `${alternative["title"]}` },
          }
        : { path: place, remove: { field: "name", text: `${parameter?.name}` } };
    return createFact(
      id,
      evidence,
      context,
      { path, update: { parameters: [namedParameter] } },
      ...(pageInput ? [{ path: [...path, "x-pagination"], update: { inputs: { [pageInput]: name } } }] : []),
      removal,
    );
  });
}

/** Returns the key in `x-pagination` of an input that selects a page, sets its size, or turns paging on. */
function pageInputOf(paging: NonNullable<Operation["x-pagination"]>, { title }: Schema, field?: string) {
  if (field !== undefined) return (["page", "size"] as const).find((key) => paging[key] === field);
  return splitWords(`${title}`).some((word) => similarityOf(word, "pagination") >= 0.8) ? "paginate" : undefined;
}
