import { asObject } from "../../../src/openapi/json.ts";
import { aspectOf } from "../../../src/openapi/unknown-aspects.ts";
import { unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Schema } from "../../contract/document.ts";
import { splitWords } from "../../contract/words.ts";
import type { Echo, Endpoint } from "../shape/endpoint.ts";
import { countOf, type Shape } from "../shape/shape.ts";
import { type Context, createChange, createFact, type Fact } from "./fact.ts";

/**
 * Returns facts that name inputs of a free-form parameter, of which the contract only has the purposes, in
 * `x-pagination`: a number that each response repeats in the field with that purpose, or a switch with a word of its
 * purpose in its name. Several names may fit: the maintainer accepts one.
 * @param index The position of the free-form parameter.
 */
export function purposeFactsOf(
  index: number,
  inputs: readonly [name: string, Shape][],
  { echoes }: Endpoint,
  context: Context,
): Fact[] {
  const { operation, observation } = context;
  const parameter = operation.parameters?.[index];
  const values = Object(parameter?.schema["additionalProperties"]) as Schema;
  const alternatives = (values["anyOf"] ?? [values]) as Schema[];
  const pairs = alternatives.flatMap((alternative) => inputs.map(([name, input]) => ({ alternative, name, input })));
  return pairs.flatMap(({ alternative, name, input }): Fact[] => {
    const { type = "string", description, "x-pagination": purpose } = alternative;
    const field = `${asObject(operation["x-pagination"])[`${purpose}`]}`;
    const relation = relationOf(field, echoes.get(name)?.get(field));
    const isFitting = type === "integer" ? relation !== undefined : isNamedFor(name, `${purpose}`);
    if (!isFitting || Object.keys(input.types).join() !== type) return [];
    const isAnswered = (id: string) => aspectOf(id) === "name" || (relation !== undefined && aspectOf(id) === "origin");
    const openUnknowns = unknownsAt(alternative).filter(([id]) => !isAnswered(id));
    const namedParameter = {
      name,
      in: "query",
      description: `${description}${relation ? ` It is ${relation}.` : ""}`,
      "x-observed": observation,
      schema: { type, ...(openUnknowns.length > 0 && { "x-not-shown": Object.fromEntries(openUnknowns) }) },
    };
    const selectsPage = operation["x-pagination"] && ["paginate", "page", "size"].includes(`${purpose}`);
    const alternativesPath = ["parameters", index, "schema", "additionalProperties", "anyOf"];
    const removal =
      "anyOf" in values
        ? createChange(alternativesPath, { remove: [{ "x-pagination": `${purpose}` }] })
        : createChange(["parameters"], { remove: [{ name: `${parameter?.name}` }] });
    const evidence = `${relation ?? "named for it"}, in ${countOf(input)} requests`;
    const changes = [
      createChange([], { add: { parameters: [namedParameter] } }),
      ...(selectsPage ? [createChange(["x-pagination"], { add: { inputs: { [`${purpose}`]: name } } })] : []),
      removal,
    ];
    return [createFact(`query ${name}: the input for ${purpose}`, evidence, ...changes)];
  });
}

/** Returns how an input is always related to a field, if it was compared with it several times. */
function relationOf(field: string, echo: Echo | undefined): string | undefined {
  const { compared = 0, equal = 0, oneLess = 0 } = echo ?? {};
  if (compared < 2 || Math.max(equal, oneLess) < compared) return undefined;
  return `${equal === compared ? "the same number as" : "one more than"} \`${field}\` in the response`;
}

/** Returns whether a name has a word of a purpose, or one with the same start. */
const isNamedFor = (name: string, purpose: string): boolean =>
  splitWords(name).some((word) =>
    splitWords(purpose).some((other) => word === other || (word.length > 4 && other.startsWith(word.slice(0, 5)))),
  );
