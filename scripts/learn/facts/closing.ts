import {
  type Contract,
  isObject,
  type Json,
  marksOf,
  type Operation,
  type Path,
  type PathOperation,
  type Schema,
  valueAt,
} from "../../contract.ts";
import type { Endpoint, Input } from "../accumulate/endpoint.ts";
import { alike, words } from "../names/words.ts";
import type { Template } from "../templates.ts";
import { type Context, compare } from "./compare.ts";
import { type Change, type Fact, kebab } from "./fact.ts";
import { observedOf, seenIn } from "./observed.ts";
import { isBlank, parameterOf, responseOf } from "./operation.ts";

/** What traffic with an operation of the contract shows, that the contract does not have. */
export function operationFacts(contract: Contract, located: PathOperation, { endpoint }: Template): Fact[] {
  const { path, method, operation } = located;
  const at: Path = ["paths", path, method.toLowerCase()];
  const context = {
    contract,
    observed: observedOf(endpoint),
    seen: `in ${seenIn(endpoint)}`,
    isObserved: "x-observed" in operation,
  };
  const isSuccessful = [...endpoint.responses.keys()].some((status) => status >= 200 && status < 300);
  const prefix = isSuccessful ? marksOf(operation).filter(([id]) => id.endsWith("-prefix")) : [];
  return [
    ...prefix.map(
      ([id]): Fact => ({
        id,
        claim: "existence",
        evidence: `Requests to this path succeeded ${context.seen}. Take the doubt out of the description, too.`,
        changes: [],
        answers: [{ at, ids: [id] }],
      }),
    ),
    ...inputFacts(located, endpoint, at, context),
    ...bodyFacts(located, endpoint, at, context),
    ...[...endpoint.responses]
      .sort(([one], [other]) => one - other)
      .flatMap(([status, seen]) =>
        responseFacts(contract, located, status, seen, at, { ...context, count: seen.count }),
      ),
  ];
}

type Seen = Omit<Context, "count">;

function responseFacts(
  contract: Contract,
  { operation }: PathOperation,
  status: number,
  { bodies, count }: { bodies: Endpoint["requests"]; count: number },
  at: Path,
  context: Context,
): Fact[] {
  const id = kebab(operation.operationId);
  const observed = { ...context.observed } as unknown as Json;
  const range = `${`${status}`[0]}XX`;
  const key = `${status}` in operation.responses ? `${status}` : range;
  const declared = operation.responses[key];
  const evidence = `Status ${status} ${count === 1 ? "once" : `${count} times`} ${context.seen}.`;
  const learned = responseOf(status, bodies, count, id);
  if (!declared) {
    const update = { [status]: { ...learned, "x-observed": observed } };
    return [{ id: `${id}-${status}`, claim: "existence", evidence, changes: [{ at: [...at, "responses"], update }] }];
  }
  const marks = marksOf(declared).map(([mark]) => mark);
  const answers = marks.filter((mark) => mark.endsWith("-answer"));
  const isShown = isObject(learned["content"]) && !("x-not-shown" in learned);
  const isNew =
    isShown && (answers.length > 0 || Object.values(declared.content ?? {}).every((media) => isBlank(media.schema)));
  const content: { [key: string]: Json } = isNew ? { content: learned["content"] as Json } : {};
  const statusMark = marks.find((mark) => mark.endsWith("-success-status"));
  const place = [...at, "responses", statusMark ? `${status}` : key];
  const facts: Fact[] = [];
  if (statusMark) {
    const written = valueAt(contract, [...at, "responses", key]) as { [key: string]: Json };
    const ids = [statusMark, ...(isNew ? answers : [])];
    const left = Object.entries((written["x-not-shown"] ?? {}) as object).filter(([mark]) => !ids.includes(mark));
    const { "x-not-shown": _, ...kept } = written;
    const update = {
      ...kept,
      ...(left.length > 0 && { "x-not-shown": Object.fromEntries(left) }),
      "x-observed": observed,
      ...content,
    };
    facts.push({
      id: statusMark,
      claim: "existence",
      evidence,
      changes: [
        { at: [...at, "responses"], update: { [status]: update } },
        { at: [...at, "responses", key], remove: true },
      ],
      answers: [{ ids }],
    });
  } else if (isNew) {
    facts.push({
      id: answers[0] ?? `${id}-${status}-body`,
      claim: "existence",
      evidence: `A body in ${sum(bodies)} of ${count} responses ${context.seen}.`,
      changes: [{ at: place, update: { ...content, "x-observed": observed } }],
      ...(answers.length > 0 && { answers: [{ at: place, ids: answers }] }),
    });
  }
  const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
  if (isNew || !type || !media) return facts;
  const shapes = [...bodies].filter(([seen]) => seen === type || seen === "");
  return [
    ...facts,
    ...shapes.flatMap(([, { shape }]) =>
      shape ? compare([...place, "content", type, "schema"], media.schema, shape, context) : [],
    ),
  ];
}

const sum = (bodies: Endpoint["requests"]) => [...bodies.values()].reduce((all, { count }) => all + count, 0);

function bodyFacts({ operation }: PathOperation, endpoint: Endpoint, at: Path, context: Seen): Fact[] {
  if (endpoint.requests.size === 0) return [];
  const id = kebab(operation.operationId);
  if (operation.requestBody) {
    return Object.entries(operation.requestBody.content).flatMap(([type, { schema }]) => {
      const shape = endpoint.requests.get(type)?.shape;
      const place = [...at, "requestBody", "content", type, "schema"];
      // What a request lacks says nothing about what is required of it.
      return shape
        ? compare(place, schema, shape, { ...context, count: 0 }).filter(({ id }) => !id.endsWith("-absent"))
        : [];
    });
  }
  const body = responseOf(200, endpoint.requests, 0, id)["content"];
  const ids = marksOf(operation).flatMap(([mark]) => (mark.endsWith("-payload") ? mark : []));
  if (!isObject(body)) return [];
  return [
    {
      id: ids[0] ?? `${id}-request-body`,
      claim: "existence",
      evidence: `A request body ${sum(endpoint.requests)} times ${context.seen}.`,
      changes: [
        {
          at,
          update: { requestBody: { description: "The request body, as observed.", content: body as Json } },
        },
      ],
      answers: [{ at, ids }],
    },
  ];
}

function inputFacts(located: PathOperation, endpoint: Endpoint, at: Path, context: Seen): Fact[] {
  const { operation } = located;
  const id = kebab(operation.operationId);
  const parameters = operation.parameters ?? [];
  const declared = new Set(parameters.flatMap(({ name, in: place }) => (place === "query" ? name : [])));
  const inputs = [...endpoint.query]
    .filter(([name]) => name !== "token" && !declared.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const free = parameters.findIndex(({ schema }) => isObject(schema?.["additionalProperties"]));
  if (free >= 0) return purposes(located, free, new Map(inputs), endpoint.unnamed, at, context);
  const ids = marksOf(operation).flatMap(([mark]) => (mark.endsWith("-parameters") ? mark : []));
  return inputs.map(([name, { shape, count }], index) => ({
    id: `${id}-input-${kebab(name)}`,
    claim: "existence",
    evidence: `The input \`${name}\` in ${count} requests ${context.seen}.`,
    changes: [
      { at, update: { parameters: [{ ...parameterOf(name, shape), "x-observed": { ...context.observed } }] } as Json },
    ],
    ...(index === 0 && ids.length > 0 && { answers: [{ at, ids }] }),
  }));
}

/**
 * Names for inputs that are known by their purpose. A page size is the number that the response repeats as `pageSize`,
 * for two values or more; a switch is told by its name.
 */
function purposes(
  { operation }: PathOperation,
  free: number,
  inputs: Map<string, Input>,
  unnamed: readonly Input[],
  at: Path,
  context: Seen,
): Fact[] {
  const parameter = operation.parameters?.[free];
  const anything = parameter?.schema["additionalProperties"] as Schema & { anyOf?: Schema[] };
  const alternatives = anything.anyOf ?? [anything];
  const holder = [...at, "parameters", free, "schema", "additionalProperties", "anyOf"];
  const found = alternatives.flatMap((alternative, index) => {
    const name = nameFor(alternative, inputs, unnamed);
    return name ? [{ alternative, index, ...name }] : [];
  });
  const unique = found.filter(({ name }) => found.filter((other) => other.name === name).length === 1);
  // From the last, so that the places of the others stay.
  return unique.reverse().map(({ alternative, index, name, why, field, origin }) => {
    const marks = marksOf(alternative);
    const answered = marks.map(([id]) => id).filter((id) => id.endsWith("-name") || (origin && id.endsWith("-origin")));
    const left = Object.fromEntries(marks.filter(([id]) => !answered.includes(id)));
    const description = `${alternative["description"]}`.replace(/^The \w+ input: (.)/, (_, first: string) =>
      first.toUpperCase(),
    );
    const added = {
      name,
      in: "query",
      description: [description, origin].filter(Boolean).join(" "),
      "x-observed": { ...context.observed },
      schema: { type: alternative["type"] ?? "string", ...(Object.keys(left).length > 0 && { "x-not-shown": left }) },
    };
    return {
      id: answered[0] ?? `${kebab(operation.operationId)}-input-${kebab(name)}`,
      claim: "existence",
      evidence: `${why} ${context.seen}.`,
      changes: [
        { at, update: { parameters: [added] } as Json },
        ...pagingInput(operation, at, name, field, alternative),
        anything.anyOf
          ? {
              at: [...holder, index],
              remove: true,
              expects: alternative as Json,
              last: { at: [...at, "parameters", free], of: holder, count: alternatives.length },
            }
          : { at: [...at, "parameters", free], remove: true, expects: parameter ? { name: parameter.name } : {} },
      ],
    } satisfies Fact;
  });
}

/** An input that pages by the number that a field of the response has, or that turns pages on. */
function pagingInput(
  { "x-pagination": paging }: Operation,
  at: Path,
  name: string,
  field: string | undefined,
  { title }: Schema,
): Change[] {
  if (!paging) return [];
  const isSwitch = field === undefined && words(`${title}`).some((word) => alike(word, "pagination") >= 0.8);
  const purpose = isSwitch ? "paginate" : (["page", "size"] as const).find((key) => field && paging[key] === field);
  return purpose ? [{ at: [...at, "x-pagination"], update: { inputs: { [purpose]: name } } }] : [];
}

function nameFor(
  alternative: Schema,
  inputs: Map<string, Input>,
  unnamed: readonly Input[],
): { name: string; why: string; field?: string; origin?: string } | undefined {
  const purpose = words(`${alternative["title"]}`);
  if (alternative["type"] === "integer") {
    for (const [name, { echoes }] of inputs) {
      for (const [field, { same, oneMore, other, values }] of echoes) {
        const isIt = words(field).every((word) => purpose.includes(word)) && other === 0 && values.size > 1;
        if (!isIt || (same > 0 && oneMore > 0)) continue;
        const others = [...[...inputs].flatMap(([rival, input]) => (rival === name ? [] : input)), ...unnamed];
        if (others.some((input) => echoesAs(input, field))) continue;
        return {
          name,
          field,
          why: `\`${field}\` in the response is ${same > 0 ? "the same number as" : "one less than"} \`${name}\` in ${same + oneMore} responses`,
          origin: `It is ${same > 0 ? "the same number as" : "one more than"} \`${field}\` in the response.`,
        };
      }
    }
    return undefined;
  }
  const switches = [...inputs].filter(([, { shape }]) => Object.keys(shape.types).join() === `${alternative["type"]}`);
  const fitting = switches.filter(([name]) =>
    words(name).some((word) => purpose.some((other) => alike(word, other) >= 0.8)),
  );
  const [only] = fitting;
  if (fitting.length !== 1 || !only) return undefined;
  return {
    name: only[0],
    why: `\`${only[0]}\` was sent as ${alternative["type"]}, and is named for it, ${only[1].count} times`,
  };
}

function echoesAs({ echoes }: Input, field: string): boolean {
  const echo = echoes.get(field);
  return echo !== undefined && echo.other === 0 && echo.values.size > 1 && !(echo.same > 0 && echo.oneMore > 0);
}
