import { marksOf, type Operation, type Path, type Schema } from "../../contract.ts";
import type { Endpoint, Input } from "../accumulate/endpoint.ts";
import { countOf } from "../accumulate/shape.ts";
import { similarityOf, splitWords } from "../names/words.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { type Change, type Fact, placeIdOf } from "./fact.ts";
import type { LearnedOperation } from "./operation.ts";

/** A name that fits the purpose of an input. */
interface Match {
  name: string;
  evidence: string;
  /** The field of the response that contains the number. */
  field?: string;
  /** For the description: how the input's number relates to the field's. */
  origin?: string;
}

/**
 * Returns facts that name inputs of a free-form parameter, of which the contract only has the purposes. A page size is
 * the number that the response repeats as `pageSize`, for two values or more; a switch has its purpose in its name.
 * @param index The position of the free-form parameter.
 */
export function purposeFactsOf(
  { path, operation }: LearnedOperation,
  index: number,
  endpoint: Endpoint,
  context: Context,
): Fact[] {
  const values = Object(operation.parameters?.[index]?.schema["additionalProperties"]) as Schema;
  const alternatives = "anyOf" in values ? (values["anyOf"] as Schema[]) : [values];
  const matches = alternatives.flatMap((alternative) => {
    const match = matchOf(alternative, endpoint);
    return match ? [{ alternative, match }] : [];
  });
  const clearMatches = matches.filter(
    ({ match }) => matches.filter((rival) => rival.match.name === match.name).length === 1,
  );
  return clearMatches.map(({ alternative, match }) => {
    const { name, origin } = match;
    const answeredIds = marksOf(alternative).flatMap(([id]) =>
      id.endsWith("-name") || (origin && id.endsWith("-origin")) ? id : [],
    );
    const removal: Change =
      "anyOf" in values
        ? {
            path: [...path, "parameters", index, "schema", "additionalProperties", "anyOf"],
            remove: { field: "title", text: `${alternative["title"]}` },
          }
        : { path: [...path, "parameters"], remove: { field: "name", text: `${operation.parameters?.[index]?.name}` } };
    return {
      id: answeredIds[0] ?? placeIdOf([...path, "input"], name),
      evidence: evidenceOf(match.evidence, context),
      changes: [
        { path, update: { parameters: [namedParameterOf(alternative, match, answeredIds, context)] } },
        ...pagingChangesOf(operation["x-pagination"], path, match, alternative),
        removal,
      ],
    } satisfies Fact;
  });
}

function namedParameterOf(
  alternative: Schema,
  { name, origin }: Match,
  answeredIds: string[],
  { observation }: Context,
) {
  const unknowns = marksOf(alternative).filter(([id]) => !answeredIds.includes(id));
  const description = `${alternative["description"]}`.replace(/^The \w+ input: (.)/, (_, first: string) =>
    first.toUpperCase(),
  );
  return {
    name,
    in: "query",
    description: [description, origin].filter(Boolean).join(" "),
    "x-observed": observation,
    schema: {
      type: alternative["type"] ?? "string",
      ...(unknowns.length > 0 && { "x-not-shown": Object.fromEntries(unknowns) }),
    },
  };
}

/** Returns the change of `x-pagination` for an input that selects a page, sets its size, or turns paging on. */
function pagingChangesOf(
  paging: Operation["x-pagination"],
  path: Path,
  { name, field }: Match,
  { title }: Schema,
): Change[] {
  if (!paging) return [];
  const isSwitch =
    field === undefined && splitWords(`${title}`).some((word) => similarityOf(word, "pagination") >= 0.8);
  const purpose = isSwitch ? "paginate" : (["page", "size"] as const).find((key) => field && paging[key] === field);
  return purpose ? [{ path: [...path, "x-pagination"], update: { inputs: { [purpose]: name } } }] : [];
}

/** Returns the input that fits a purpose, if only one does. */
function matchOf({ title, type }: Schema, endpoint: Endpoint): Match | undefined {
  const purpose = splitWords(`${title}`);
  const matches = type === "integer" ? findNumbers(purpose, endpoint) : findSwitches(purpose, `${type}`, endpoint);
  return matches.length === 1 ? matches[0] : undefined;
}

/** Finds inputs that alone determine a number in the response, which has only words of the purpose in its name. */
const findNumbers = (purpose: readonly string[], { query, unnamedInputs }: Endpoint): Match[] =>
  [...query].flatMap(([name, input]) =>
    [...input.echoes.keys()].flatMap((field): Match[] => {
      const difference = constantDifferenceOf(input, field);
      const isPurpose = splitWords(field).every((word) => purpose.includes(word));
      const rivals = [...query.values(), ...unnamedInputs].filter((rival) => rival !== input);
      if (!difference || !isPurpose || rivals.some((rival) => constantDifferenceOf(rival, field))) return [];
      const isEqual = difference === "equal";
      const evidence = `\`${field}\` in the response is ${isEqual ? "the same number as" : "one less than"} \`${name}\``;
      const origin = `It is ${isEqual ? "the same number as" : "one more than"} \`${field}\` in the response.`;
      return [{ name, field, evidence, origin }];
    }),
  );

/** Returns how a field always differs from an input, if it was compared with several values. */
function constantDifferenceOf({ echoes }: Input, field: string): "equal" | "one less" | undefined {
  const { differences, values } = echoes.get(field) ?? {};
  const [difference, ...otherDifferences] = differences ?? [];
  return otherDifferences.length > 0 || difference === "other" || (values?.size ?? 0) < 2 ? undefined : difference;
}

/** Finds inputs of a type that have a word like one of the purpose in their name. */
const findSwitches = (purpose: readonly string[], type: string, { query }: Endpoint): Match[] =>
  [...query].flatMap(([name, { shape }]) => {
    const isSimilar = (word: string) => purpose.some((purposeWord) => similarityOf(word, purposeWord) >= 0.8);
    if (Object.keys(shape.types).join() !== type || !splitWords(name).some(isSimilar)) return [];
    return [{ name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${countOf(shape)} times` }];
  });
