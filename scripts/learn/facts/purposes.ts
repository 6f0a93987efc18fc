import { aspectOf, type Operation, type Schema, splitWords, unknownsAt } from "../../contract.ts";
import type { Endpoint, Input } from "../accumulate/endpoint.ts";
import { countOf } from "../accumulate/shape.ts";
import { similarityOf } from "../names/words.ts";
import { type Context, factOf } from "./compare.ts";
import { type Fact, placeIdOf } from "./fact.ts";

/** A name that fits the purpose of an input. */
interface Match {
  name: string;
  evidence: string;
  /** The number in the response that the input determines, and for the description how. */
  echo?: { field: string; relation: string };
}

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
    return factOf(
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

/** Finds inputs of a type that fit a purpose. */
function findInputs({ title, type }: Schema, { query, unnamedInputs }: Endpoint): Match[] {
  const purpose = splitWords(`${title}`);
  if (type !== "integer") {
    const isSimilar = (word: string) => purpose.some((purposeWord) => similarityOf(word, purposeWord) >= 0.8);
    return [...query].flatMap(([name, { shape }]) =>
      Object.keys(shape.types).join() === `${type}` && splitWords(name).some(isSimilar)
        ? [{ name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${countOf(shape)} times` }]
        : [],
    );
  }
  // The input alone determines a number in the response, which has only words of the purpose in its name.
  const inputs = [...query.values(), ...unnamedInputs];
  return [...query].flatMap(([name, input]) =>
    [...input.echoes.keys()].flatMap((field): Match[] => {
      const difference = constantDifferenceOf(input, field);
      const isPurpose = splitWords(field).every((word) => purpose.includes(word));
      const hasRival = inputs.some((rival) => rival !== input && constantDifferenceOf(rival, field));
      if (!difference || !isPurpose || hasRival) return [];
      const relation = `${difference === "equal" ? "the same number as" : "one more than"} \`${field}\` in the response`;
      return [{ name, evidence: `\`${name}\` is ${relation}`, echo: { field, relation } }];
    }),
  );
}

/** Returns how a field always differs from an input, if it was compared with several values. */
function constantDifferenceOf({ echoes }: Input, field: string): "equal" | "one less" | undefined {
  const echo = echoes.get(field);
  return !echo || echo.difference === "other" || echo.values.size < 2 ? undefined : echo.difference;
}
