import { aspectOf } from "../../../src/openapi/unknown-aspects.ts";
import { unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Schema } from "../../contract/document.ts";
import type { Endpoint } from "../shape/endpoint.ts";
import { type Context, createFact } from "./compare.ts";
import { type Fact, placeIdOf } from "./fact.ts";
import { findInputs } from "./purpose-match.ts";

/**
 * Returns facts that name inputs of a free-form parameter, of which the contract only has the purposes, in
 * `x-pagination`. A page size is the number that the response repeats in the field with that purpose, for two values or
 * more; a switch has a word of its purpose in its name.
 * @param index The position of the free-form parameter.
 */
export function purposeFactsOf(index: number, endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = context;
  const parameter = operation.parameters?.[index];
  const values = Object(parameter?.schema["additionalProperties"]) as Schema;
  const alternatives = (values["anyOf"] ?? [values]) as Schema[];
  const matches = alternatives.flatMap((alternative) => {
    const [match, ...otherMatches] = findInputs(alternative, operation, endpoint);
    return match && otherMatches.length === 0 ? [{ alternative, ...match }] : [];
  });
  const clearMatches = matches.filter(({ name }) => matches.filter((rival) => rival.name === name).length === 1);
  return clearMatches.map(({ alternative, name, evidence, relation }): Fact => {
    const unknowns = unknownsAt(alternative);
    const isAnswered = (id: string) => aspectOf(id) === "name" || (relation !== undefined && aspectOf(id) === "origin");
    const openUnknowns = unknowns.filter(([id]) => !isAnswered(id));
    const namedParameter = {
      name,
      in: "query",
      description: `${alternative["description"]}${relation ? ` It is ${relation}.` : ""}`,
      "x-observed": context.observation,
      schema: {
        type: alternative["type"] ?? "string",
        ...(openUnknowns.length > 0 && { "x-not-shown": Object.fromEntries(openUnknowns) }),
      },
    };
    const purpose = `${alternative["x-pagination"]}`;
    const selectsPage = operation["x-pagination"] && ["paginate", "page", "size"].includes(purpose);
    const [id] = unknowns.find(([id]) => isAnswered(id)) ?? [placeIdOf([...path, "input"], name)];
    const place = [...path, "parameters"];
    const removal =
      "anyOf" in values
        ? {
            path: [...place, index, "schema", "additionalProperties", "anyOf"],
            remove: { field: "x-pagination", text: purpose },
          }
        : { path: place, remove: { field: "name", text: `${parameter?.name}` } };
    return createFact(
      id,
      evidence,
      context,
      { path, update: { parameters: [namedParameter] } },
      ...(selectsPage ? [{ path: [...path, "x-pagination"], update: { inputs: { [purpose]: name } } }] : []),
      removal,
    );
  });
}
