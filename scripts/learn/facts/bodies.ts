import { isJson } from "../../../src/openapi/media-type.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import { anyType, type Endpoint, type Response } from "../shape/endpoint.ts";
import { schemaOf } from "../shape/schema.ts";
import { countOf, type Shape, sortedFieldsOf } from "../shape/shape.ts";
import { compareSchema } from "./compare.ts";
import { answerUnknowns, type Context, createChange, createFact, describeType, type Fact } from "./fact.ts";

type Content = { [type: string]: { schema: Schema } };

/** Returns new facts about request bodies. Traffic doesn't show which of their fields are required. */
export function requestFactsOf(endpoint: Endpoint, context: Context): Fact[] {
  const { operation, keys } = context;
  const bodies = endpoint.requests;
  const content = contentOf(bodies);
  // The contract names the media types of requests.
  delete content[anyType];
  // No `fetch` sends a GET with a body.
  if (Object.keys(content).length === 0 || context.method === "GET") return [];
  const place = ["requestBody", "content"];
  if (operation.requestBody) {
    return Object.entries(operation.requestBody.content).flatMap(([type, { schema }]) => {
      const shape = bodies?.fields.get(type);
      return shape ? compareSchema([...place, type, "schema"], schema, shape, { ...context, count: 0 }) : [];
    });
  }
  const ids = unknownIdsAbout("payload", operation, keys);
  const description = "The request body, as observed.";
  const requestBody = { description, content, ...(!context.isNew && { "x-observed": context.observation }) };
  const evidence = `a body in ${bodies?.types.object} of ${endpoint.count} requests`;
  const change = createChange([], { add: { requestBody } });
  return [
    createFact(`request: ${describeContent(content)}`, evidence, change, ...answerUnknowns([], ids)),
    ...fieldFactsOf(place, content, bodies, { ...context, count: 0, isNew: true }),
  ];
}

/**
 * Returns new facts about a status and its bodies. A status is new even if `default` covers it. Of several declared
 * media types, only bodies of the first are compared.
 */
export function responseFactsOf(status: number, { bodies, count }: Response, context: Context): Fact[] {
  const responses = context.operation.responses ?? {};
  const key = `${status}` in responses ? `${status}` : `${`${status}`[0]}XX`;
  const declaredResponse = responses[key];
  const content = contentOf(bodies);
  const fieldFactsAt = (place: string) =>
    fieldFactsOf(["responses", place, "content"], content, bodies, { ...context, isNew: true });
  const fact = `${status}: ${describeContent(content)}`;
  const times = count === 1 ? "once" : `${count} times`;
  if (!declaredResponse) {
    const start = isSuccessStatus(`${status}`) ? "A successful response" : `A response with status ${status}`;
    const response = {
      description: `${start}, as observed.`,
      ...(bodies && { content }),
      ...(!context.isNew && { "x-observed": context.observation }),
    };
    const change = createChange([], { add: { responses: { [status]: response } } });
    return [createFact(fact, times, change), ...fieldFactsAt(`${status}`)];
  }
  const bodyIds = unknownIdsAbout("body", declaredResponse, ["responses", key]);
  const isBodyNew =
    hasTypes(context.contract, content) &&
    (bodyIds.length > 0 ||
      Object.values(declaredResponse.content ?? {}).every((media) => isOpen(context.contract, media.schema)));
  const [statusId] = unknownIdsAbout("success status", declaredResponse, ["responses", key]);
  const place = statusId ? `${status}` : key;
  const path = ["responses", place];
  const changes = [
    ...(statusId ? [createChange(["responses"], { rename: { [key]: place } })] : []),
    createChange(path, { add: { "x-observed": context.observation, ...(isBodyNew && { content }) } }),
    ...answerUnknowns(path, [...(statusId ? [statusId] : []), ...(isBodyNew ? bodyIds : [])]),
  ];
  const evidence = statusId ? times : `a body in ${bodies?.types.object} of ${count} responses`;
  const facts = statusId || isBodyNew ? [createFact(fact, evidence, ...changes)] : [];
  if (isBodyNew) return [...facts, ...fieldFactsAt(place)];
  const [type, media] = Object.entries(declaredResponse.content ?? {})[0] ?? [];
  const shape = bodies?.fields.get(`${type}`);
  if (!type || !media || !shape) return facts;
  return [...facts, ...compareSchema(["responses", place, "content", type, "schema"], media.schema, shape, context)];
}

/** Describes content by its types, and by its media types if they aren't JSON. */
const describeContent = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => (isJson(type) ? describeType(schema) : `${describeType(schema)} (${type})`))
    .join(" or ") || "no body";

/** Returns the media types of bodies with the types of their values. Fields are separate facts. */
function contentOf(bodies: Shape | undefined): Content {
  const others: [string, Shape][] = bodies?.entries ? [[anyType, bodies.entries]] : [];
  return Object.fromEntries(
    [...others, ...sortedFieldsOf(bodies)].map(([type, shape]) => {
      if (countOf(shape) > 0) return [type, { schema: schemaOf(shape) }];
      return [type, { schema: isJson(type) ? {} : { type: type === "multipart/form-data" ? "object" : "string" } }];
    }),
  );
}

function fieldFactsOf(path: Path, content: Content, bodies: Shape | undefined, context: Context): Fact[] {
  return Object.entries(content).flatMap(([type, { schema }]) => {
    const shape = type === anyType ? bodies?.entries : bodies?.fields.get(type);
    return shape && !isOpen(context.contract, schema)
      ? compareSchema([...path, type, "schema"], schema, shape, context)
      : [];
  });
}

const hasTypes = (contract: Contract, content: Content): boolean =>
  Object.keys(content).length > 0 &&
  !Object.entries(content).some(([type, { schema }]) => isJson(type) && isOpen(contract, schema));
