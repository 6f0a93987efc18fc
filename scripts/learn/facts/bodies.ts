import { isJson, isObject, type Json, marksOf, type Path, type Schema, valueAt } from "../../contract.ts";
import type { Bodies, Endpoint } from "../accumulate/endpoint.ts";
import { type Context, compare, evidenceOf, isBlank } from "./compare.ts";
import { type Fact, placeId } from "./fact.ts";
import type { LearnedOperation } from "./known.ts";
import { schemaOf } from "./schema.ts";

type Content = Record<string, { schema: Schema }>;

/** The bodies of requests, as far as the contract doesn't have them. Nothing shows which of their fields are required. */
export function requestFacts({ path, operation }: LearnedOperation, endpoint: Endpoint, context: Context): Fact[] {
  const bodies = endpoint.requests;
  if (bodies.size === 0) return [];
  const place = [...path, "requestBody", "content"];
  if (operation.requestBody) {
    return Object.entries(operation.requestBody.content).flatMap(([type, { schema }]) => {
      const shape = bodies.get(type)?.shape;
      const facts = shape ? compare([...place, type, "schema"], schema, shape, { ...context, count: 0 }) : [];
      return facts.filter(({ id }) => !id.endsWith("-absent"));
    });
  }
  const content = contentOf(bodies, 0);
  const ids = marksOf(operation).flatMap(([mark]) => (mark.endsWith("-payload") ? mark : []));
  const requestBody = { content, ...(!context.isNew && { "x-observed": { ...context.observed } }) };
  return [
    {
      id: ids[0] ?? `${placeId(path)}-request-body`,
      evidence: evidenceOf(`A body in ${sum(bodies)} of ${endpoint.count} requests`, context),
      changes: [{ path, update: { requestBody } as unknown as Json }],
      answers: [{ path, ids }],
    },
    ...fieldFacts(place, content, bodies, { ...context, count: 0, isNew: true }),
  ];
}

/** A status, and the bodies that it had, as far as the contract doesn't have them. */
export function responseFacts(
  learned: LearnedOperation,
  status: number,
  { bodies, count }: { bodies: Bodies; count: number },
  context: Context,
): Fact[] {
  const { path, operation } = learned;
  const range = `${`${status}`[0]}XX`;
  const responses = operation.responses ?? {};
  const key = `${status}` in responses ? `${status}` : range;
  const declared = responses[key];
  const content = contentOf(bodies, count);
  const evidence = evidenceOf(`Status ${status} ${count === 1 ? "once" : `${count} times`}`, context);
  const observed = { ...context.observed } as unknown as Json;
  const fields = (place: string) =>
    fieldFacts([...path, "responses", place, "content"], content, bodies, { ...context, isNew: true });
  if (!declared) {
    const response = {
      ...(bodies.size > 0 && { content }),
      ...(!context.isNew && { "x-observed": observed }),
    };
    const update = { responses: { [status]: response } } as unknown as Json;
    return [{ id: placeId([...path, status]), evidence, changes: [{ path, update }] }, ...fields(`${status}`)];
  }
  const marks = marksOf(declared).map(([mark]) => mark);
  const answers = marks.filter((mark) => mark.endsWith("-answer"));
  const isBodyNew =
    isShown(content) &&
    (answers.length > 0 || Object.values(declared.content ?? {}).every((media) => isBlank(media.schema)));
  const newContent = isBodyNew ? { content: content as unknown as Json } : {};
  const statusMark = marks.find((mark) => mark.endsWith("-success-status"));
  const place = statusMark ? `${status}` : key;
  const facts: Fact[] = [];
  if (statusMark) {
    const answered = [statusMark, ...(isBodyNew ? answers : [])];
    const before = valueAt(context.contract, [...path, "responses", key]) as { [key: string]: Json };
    const update = { ...withoutMarks(before, answered), "x-observed": observed, ...newContent };
    facts.push({
      id: statusMark,
      evidence,
      changes: [
        { path: [...path, "responses"], update: { [status]: update } },
        { path: [...path, "responses", key], remove: true },
      ],
      answers: [{ ids: answered }],
    });
  } else if (isBodyNew) {
    const response = [...path, "responses", key];
    facts.push({
      id: answers[0] ?? `${placeId([...path, status])}-body`,
      evidence: evidenceOf(`A body in ${sum(bodies)} of ${count} responses`, context),
      changes: [{ path: response, update: { ...newContent, "x-observed": observed } }],
      ...(answers.length > 0 && { answers: [{ path: response, ids: answers }] }),
    });
  }
  if (isBodyNew) return [...facts, ...fields(place)];
  const [type, media] = Object.entries(declared.content ?? {})[0] ?? [];
  const shape = type === undefined ? undefined : bodies.get(type)?.shape;
  if (!type || !media || !shape) return facts;
  const schemaPath = [...path, "responses", place, "content", type, "schema"];
  return [...facts, ...compare(schemaPath, media.schema, shape, context)];
}

const sum = (bodies: Bodies) => [...bodies.values()].reduce((total, { count }) => total + count, 0);

/** The media types of bodies, and the types of their values. Fields are facts of their own. */
function contentOf(bodies: Bodies, count: number): Content {
  const types = [...bodies].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    types.map(([type, { shape }]) => {
      if (shape) return [type, { schema: schemaOf(shape, count) }];
      return [type, { schema: isJson(type) ? {} : { type: type === "multipart/form-data" ? "object" : "string" } }];
    }),
  );
}

function fieldFacts(path: Path, content: Content, bodies: Bodies, context: Context): Fact[] {
  return Object.entries(content).flatMap(([type, { schema }]) => {
    const shape = bodies.get(type)?.shape;
    return shape && !isBlank(schema) ? compare([...path, type, "schema"], schema, shape, context) : [];
  });
}

/** Returns whether each body in JSON has a type. */
const isShown = (content: Content): boolean =>
  Object.keys(content).length > 0 &&
  !Object.entries(content).some(([type, { schema }]) => isJson(type) && isBlank(schema));

function withoutMarks(node: { [key: string]: Json }, ids: readonly string[]): { [key: string]: Json } {
  const { "x-not-shown": marks, ...rest } = node;
  const remaining = Object.entries(isObject(marks) ? marks : {}).filter(([mark]) => !ids.includes(mark));
  return remaining.length > 0 ? { ...rest, "x-not-shown": Object.fromEntries(remaining) as Json } : rest;
}
