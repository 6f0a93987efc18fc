import { type Json, marksOf, type Operation, type Path, type Schema } from "../../contract.ts";
import type { Input } from "../accumulate/endpoint.ts";
import { alike, words } from "../names/words.ts";
import { type Context, evidenceOf } from "./compare.ts";
import { type Change, type Fact, placeId } from "./fact.ts";
import type { LearnedOperation } from "./known.ts";

/** A name that fits the purpose of an input. */
interface Match {
  name: string;
  evidence: string;
  /** The field of the response that has the number. */
  field?: string;
  origin?: string;
}

/**
 * Names for inputs that are known by their purpose, and that a free-form parameter stands for. A page size is the number
 * that the response repeats as `pageSize`, for two values or more; a switch has its purpose in its name.
 */
export function purposeFacts(
  { path, operation }: LearnedOperation,
  index: number,
  inputs: ReadonlyMap<string, Input>,
  unnamed: readonly Input[],
  context: Context,
): Fact[] {
  const parameter = [...path, "parameters", index];
  const values = Object(operation.parameters?.[index]?.schema["additionalProperties"]) as Schema;
  const alternatives = "anyOf" in values ? (values["anyOf"] as Schema[]) : [values];
  const list = [...parameter, "schema", "additionalProperties", "anyOf"];
  const matches = alternatives.flatMap((alternative, place) => {
    const match = matchOf(alternative, inputs, unnamed);
    return match ? [{ alternative, place, match }] : [];
  });
  const clear = matches.filter(({ match }) => matches.filter((other) => other.match.name === match.name).length === 1);
  // From the last, so that the positions of the others stay.
  return clear.reverse().map(({ alternative, place, match }) => {
    const { name, origin } = match;
    const answered = marksOf(alternative).flatMap(([id]) =>
      id.endsWith("-name") || (origin && id.endsWith("-origin")) ? id : [],
    );
    const removal: Change =
      "anyOf" in values
        ? { path: [...list, place], remove: true, expects: alternative as Json }
        : { path: parameter, remove: true, expects: { name: operation.parameters?.[index]?.name ?? "" } };
    return {
      id: answered[0] ?? placeId([...path, "input"], name),
      evidence: evidenceOf(match.evidence, context),
      changes: [
        { path, update: { parameters: [namedParameter(alternative, match, answered, context)] } as Json },
        ...pagingInput(operation["x-pagination"], path, match, alternative),
        removal,
      ],
    } satisfies Fact;
  });
}

function namedParameter(alternative: Schema, { name, origin }: Match, answered: string[], { observed }: Context) {
  const marks = marksOf(alternative).filter(([id]) => !answered.includes(id));
  const description = `${alternative["description"]}`.replace(/^The \w+ input: (.)/, (_, first: string) =>
    first.toUpperCase(),
  );
  return {
    name,
    in: "query",
    description: [description, origin].filter(Boolean).join(" "),
    "x-observed": { ...observed },
    schema: {
      type: alternative["type"] ?? "string",
      ...(marks.length > 0 && { "x-not-shown": Object.fromEntries(marks) }),
    },
  };
}

/** An input that pages by the number that a field of the response has, or that turns pages on. */
function pagingInput(
  paging: Operation["x-pagination"],
  path: Path,
  { name, field }: Match,
  { title }: Schema,
): Change[] {
  if (!paging) return [];
  const isSwitch = field === undefined && words(`${title}`).some((word) => alike(word, "pagination") >= 0.8);
  const purpose = isSwitch ? "paginate" : (["page", "size"] as const).find((key) => field && paging[key] === field);
  return purpose ? [{ path: [...path, "x-pagination"], update: { inputs: { [purpose]: name } } }] : [];
}

function matchOf(
  { title, type }: Schema,
  inputs: ReadonlyMap<string, Input>,
  unnamed: readonly Input[],
): Match | undefined {
  const purpose = words(`${title}`);
  return type === "integer" ? numberFor(purpose, inputs, unnamed) : switchFor(purpose, `${type}`, inputs);
}

function numberFor(
  purpose: readonly string[],
  inputs: ReadonlyMap<string, Input>,
  unnamed: readonly Input[],
): Match | undefined {
  for (const [name, input] of inputs) {
    const others = [...[...inputs].flatMap(([rival, other]) => (rival === name ? [] : other)), ...unnamed];
    for (const [field, { same, oneMore }] of input.echoes) {
      const isPurpose = words(field).every((word) => purpose.includes(word));
      if (!isPurpose || !isRepeated(input, field) || others.some((other) => isRepeated(other, field))) continue;
      return {
        name,
        field,
        evidence: `\`${field}\` in the response is ${same > 0 ? "the same number as" : "one less than"} \`${name}\` in ${same + oneMore} responses`,
        origin: `It is ${same > 0 ? "the same number as" : "one more than"} \`${field}\` in the response.`,
      };
    }
  }
  return undefined;
}

/** Returns whether a field always was the same number as an input, or always one less, with several values. */
function isRepeated({ echoes }: Input, field: string): boolean {
  const echo = echoes.get(field);
  return echo !== undefined && echo.other === 0 && echo.values.size > 1 && !(echo.same > 0 && echo.oneMore > 0);
}

function switchFor(purpose: readonly string[], type: string, inputs: ReadonlyMap<string, Input>): Match | undefined {
  const [match, ...others] = [...inputs].filter(
    ([name, { shape }]) =>
      Object.keys(shape.types).join() === type &&
      words(name).some((word) => purpose.some((other) => alike(word, other) >= 0.8)),
  );
  if (!match || others.length > 0) return undefined;
  const [name, { count }] = match;
  return { name, evidence: `\`${name}\` was sent as ${type}, and is named for it, ${count} times` };
}
