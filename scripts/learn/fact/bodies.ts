import { isJson } from "../../../src/openapi/media-type.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { valueAt } from "../../../src/openapi/pointer.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Contract, Json, Schema } from "../../contract/document.ts";
import { anyType, type Bodies, type Endpoint } from "../shape/endpoint.ts";
import { schemaOf } from "../shape/schema.ts";
import { type Context, compareSchema, createFact } from "./compare.ts";
import { answerUnknowns, type Fact, placeIdOf } from "./fact.ts";

type Content = { [type: string]: { schema: Schema } };

/** Returns new facts about request bodies. Traffic doesn't show which of their fields are required. */
export function requestFactsOf(endpoint: Endpoint, context: Context): Fact[] {
  const { path, operation } = context;
  const bodies = new Map([...endpoint.requests].filter(([type]) => type !== "" && type !== anyType));
  // No `fetch` sends a GET with a body, and the contract names the media types of requests.
  if (bodies.size === 0 || context.method === "GET") return [];
  const place = [...path, "requestBody", "content"];
  if (operation.requestBody) {
    return Object.entries(operation.requestBody.content).flatMap(([type, { schema }]) => {
      const shape = bodies.get(type)?.shape;
      return shape ? compareSchema([...place, type, "schema"], schema, shape, { ...context, count: 0 }) : [];
    });
  }
  const content = contentOf(bodies, 0);
  const ids = unknownIdsAbout("payload", operation, path);
  const requestBody = { content, ...(!context.isNew && { "x-observed": context.observation }) };
  return [
    createFact(
      ids[0] ?? `${placeIdOf(path)}-request-body`,
      `A body in ${countBodies(bodies)} of ${endpoint.count} requests`,
      context,
      { path, update: { requestBody } },
      ...answerUnknowns(path, ids),
    ),
    ...fieldFactsOf(place, content, bodies, { ...context, count: 0, isNew: true }),
  ];
}

/**
 * Returns new facts about a status and its bodies. A status is new even if `default` covers it. Of several declared
 * media types, only bodies of the first are compared.
 */
export function responseFactsOf(
  status: number,
  { bodies, count }: { bodies: Bodies; count: number },
  context: Context,
): Fact[] {
  const { path, operation } = context;
  const range = `${`${status}`[0]}XX`;
  const responses = operation.responses ?? {};
  const key = `${status}` in responses ? `${status}` : range;
  const declaredResponse = responses[key];
  const content = contentOf(bodies, count);
  const evidence = `Status ${status} ${count === 1 ? "once" : `${count} times`}`;
  const fieldFactsAt = (place: string) =>
    fieldFactsOf([...path, "responses", place, "content"], content, bodies, { ...context, isNew: true });
  if (!declaredResponse) {
    const response = {
      ...(bodies.size > 0 && { content }),
      ...(!context.isNew && { "x-observed": context.observation }),
    };
    const update = { responses: { [status]: response } };
    const fact = createFact(placeIdOf([...path, status]), evidence, context, { path, update });
    return [fact, ...fieldFactsAt(`${status}`)];
  }
  const responsePath = [...path, "responses", key];
  const bodyIds = unknownIdsAbout("body", declaredResponse, responsePath);
  const isBodyNew =
    hasTypes(context.contract, content) &&
    (bodyIds.length > 0 ||
      Object.values(declaredResponse.content ?? {}).every((media) => isOpen(context.contract, media.schema)));
  const [statusId] = unknownIdsAbout("success status", declaredResponse, responsePath);
  const place = statusId ? `${status}` : key;
  const observation = { "x-observed": context.observation, ...(isBodyNew && { content }) };
  const facts: Fact[] = [];
  if (statusId) {
    const currentResponse = valueAt(context.contract, responsePath) as { [key: string]: Json };
    // The fact keeps the id that it had before its operation was in the contract.
    const id = context.isObserved ? placeIdOf([...path, status]) : statusId;
    facts.push(
      createFact(
        id,
        evidence,
        context,
        { path: [...path, "responses"], update: { [status]: { ...currentResponse, ...observation } } },
        { path: responsePath, remove: true },
        ...answerUnknowns([...path, "responses", place], [statusId, ...(isBodyNew ? bodyIds : [])]),
      ),
    );
  } else if (isBodyNew) {
    const id = bodyIds[0] ?? `${placeIdOf([...path, status])}-body`;
    const bodyEvidence = `A body in ${countBodies(bodies)} of ${count} responses`;
    const changes = [{ path: responsePath, update: observation }, ...answerUnknowns(responsePath, bodyIds)];
    facts.push(createFact(id, bodyEvidence, context, ...changes));
  }
  if (isBodyNew) return [...facts, ...fieldFactsAt(place)];
  const [type, media] = Object.entries(declaredResponse.content ?? {})[0] ?? [];
  const shape = type === undefined ? undefined : bodies.get(type)?.shape;
  if (!type || !media || !shape) return facts;
  const schemaPath = [...path, "responses", place, "content", type, "schema"];
  return [...facts, ...compareSchema(schemaPath, media.schema, shape, context)];
}

const countBodies = (bodies: Bodies) => [...bodies.values()].reduce((total, { count }) => total + count, 0);

/** Returns the media types of bodies with the types of their values. Fields are separate facts. */
function contentOf(bodies: Bodies, count: number): Content {
  const sortedBodies = [...bodies].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sortedBodies.map(([type, { shape }]) => {
      if (shape) return [type, { schema: schemaOf(shape, count) }];
      return [type, { schema: isJson(type) ? {} : { type: type === "multipart/form-data" ? "object" : "string" } }];
    }),
  );
}

function fieldFactsOf(path: Path, content: Content, bodies: Bodies, context: Context): Fact[] {
  return Object.entries(content).flatMap(([type, { schema }]) => {
    const shape = bodies.get(type)?.shape;
    return shape && !isOpen(context.contract, schema)
      ? compareSchema([...path, type, "schema"], schema, shape, context)
      : [];
  });
}

/** Returns whether there is content, and each JSON body in it has a type. */
const hasTypes = (contract: Contract, content: Content): boolean =>
  Object.keys(content).length > 0 &&
  !Object.entries(content).some(([type, { schema }]) => isJson(type) && isOpen(contract, schema));
