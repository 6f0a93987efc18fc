import { type Json, marksOf, type Operation, type Path, type Schema } from "../../contract.ts";
import type { Input } from "../accumulate/endpoint.ts";
import { countOf } from "../accumulate/shape.ts";
import { similarityOf, splitWords } from "../names/words.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { type Change, type Fact, placeIdOf } from "./fact.ts";
import type { LearnedOperation } from "./known.ts";

/** A name that fits the purpose of an input. */
interface Match {
  name: string;
  evidence: string;
  /** The field of the response that contains the number. */
  field?: string;
  origin?: string;
}

/**
 * Returns names for the inputs of a free-form parameter, of which the contract only has the purposes. A page size is the
 * number that the response repeats as `pageSize`, for two values or more; a switch has its purpose in its name.
 */
export function purposeFactsOf(
  { path, operation }: LearnedOperation,
  index: number,
  inputs: ReadonlyMap<string, Input>,
  unnamedInputs: readonly Input[],
  context: Context,
): Fact[] {
  const values = Object(operation.parameters?.[index]?.schema["additionalProperties"]) as Schema;
  const alternatives = "anyOf" in values ? (values["anyOf"] as Schema[]) : [values];
  const matches = alternatives.flatMap((alternative) => {
    const match = matchOf(alternative, inputs, unnamedInputs);
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
        { path, update: { parameters: [namedParameterOf(alternative, match, answeredIds, context)] } as Json },
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
    "x-observed": { ...observation },
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

function matchOf(
  { title, type }: Schema,
  inputs: ReadonlyMap<string, Input>,
  unnamedInputs: readonly Input[],
): Match | undefined {
  const purpose = splitWords(`${title}`);
  return type === "integer" ? findNumber(purpose, inputs, unnamedInputs) : findSwitch(purpose, `${type}`, inputs);
}

function findNumber(
  purpose: readonly string[],
  inputs: ReadonlyMap<string, Input>,
  unnamedInputs: readonly Input[],
): Match | undefined {
  for (const [name, input] of inputs) {
    const otherInputs = [
      ...[...inputs].flatMap(([rival, rivalInput]) => (rival === name ? [] : rivalInput)),
      ...unnamedInputs,
    ];
    for (const [field, { differences }] of input.echoes) {
      const isPurpose = splitWords(field).every((word) => purpose.includes(word));
      if (!isPurpose || !isRepeated(input, field) || otherInputs.some((rival) => isRepeated(rival, field))) continue;
      return {
        name,
        field,
        evidence: `\`${field}\` in the response is ${differences.has("equal") ? "the same number as" : "one less than"} \`${name}\``,
        origin: `It is ${differences.has("equal") ? "the same number as" : "one more than"} \`${field}\` in the response.`,
      };
    }
  }
  return undefined;
}

/** Returns whether a field always was equal to an input or always one less, with several values. */
function isRepeated({ echoes }: Input, field: string): boolean {
  const echo = echoes.get(field);
  return echo !== undefined && echo.differences.size === 1 && !echo.differences.has("other") && echo.values.size > 1;
}

function findSwitch(purpose: readonly string[], type: string, inputs: ReadonlyMap<string, Input>): Match | undefined {
  const [match, ...otherMatches] = [...inputs].filter(
    ([name, { shape }]) =>
      Object.keys(shape.types).join() === type &&
      splitWords(name).some((word) => purpose.some((purposeWord) => similarityOf(word, purposeWord) >= 0.8)),
  );
  if (!match || otherMatches.length > 0) return undefined;
  const [name, { shape }] = match;
  return { name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${countOf(shape)} times` };
}
