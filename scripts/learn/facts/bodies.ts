import { isJson } from "../../../src/openapi/media-type.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { isOpen } from "../../../src/openapi/schema.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import type { Schema } from "../../contract/document.ts";
import { anyType, type Endpoint } from "../shape/endpoint.ts";
import { countOf, type Shape, schemaOf, sortedFieldsOf } from "../shape/shape.ts";
import { compareSchema } from "./compare.ts";
import { answerUnknowns, type Context, createChange, describeType, type Fact } from "./fact.ts";

type Content = { [type: string]: { schema: Schema } };

/**
 * Returns new facts about request bodies. Traffic doesn't show which of their fields are required.
 */
export function requestFactsOf(
  { requests: bodies, count }: Endpoint,
  requestContext: Context,
): Fact[] {
  const context = { ...requestContext, count: 0 };
  const { operation, keys, isNew, observation } = context;
  // The contract names the media types of requests.
  const { [anyType]: _, ...content } = contentOf(bodies);
  // No `fetch` sends a GET with a body.
  if (Object.keys(content).length === 0 || context.method === "GET") return [];
  const path = ["requestBody", "content"];
  if (operation.requestBody)
    return fieldFactsOf(path, operation.requestBody.content, bodies, context);
  const description = "The request body, as observed.";
  const requestBody = { description, content, ...(!isNew && { "x-observed": observation }) };
  const fact = `request: ${describeContent(content)}`;
  const evidence = `a body in ${bodies?.types.object} of ${count} requests`;
  const answers = answerUnknowns([], unknownIdsAbout("payload", operation, keys));
  return [
    { fact, evidence, changes: [{ add: { requestBody } }, ...answers] },
    ...fieldFactsOf(path, content, bodies, { ...context, isNew: true }),
  ];
}

/**
 * Returns new facts about a status and its bodies. A status is new even if `default` covers it. Of
 * several declared media types, only bodies of the first are compared.
 */
export function responseFactsOf(
  status: number,
  bodies: Shape | undefined,
  context: Context,
): Fact[] {
  const { contract, operation, count, observation } = context;
  const { responses = {} } = operation;
  const key = `${status}` in responses ? `${status}` : `${`${status}`[0]}XX`;
  const response = responses[key];
  const content = contentOf(bodies);
  const types = Object.entries(content);
  const fact = `${status}: ${describeContent(content)}`;
  const times = count === 1 ? "once" : `${count} times`;
  const bodyIds = unknownIdsAbout("body", response, ["responses", key]);
  const [statusId] = unknownIdsAbout("success status", response, ["responses", key]);
  const declaredTypes = Object.entries(response?.content ?? {});
  const isBodyNew =
    types.length > 0 &&
    types.every(([type, { schema }]) => !isJson(type) || !isOpen(contract, schema)) &&
    (bodyIds.length > 0 || declaredTypes.every(([, { schema }]) => isOpen(contract, schema)));
  const place = response && !statusId ? key : `${status}`;
  const path = ["responses", place];
  const fieldFacts =
    !response || isBodyNew
      ? fieldFactsOf([...path, "content"], content, bodies, { ...context, isNew: true })
      : fieldFactsOf(
          [...path, "content"],
          Object.fromEntries(declaredTypes.slice(0, 1)),
          bodies,
          context,
        );
  if (!response) {
    const start = isSuccessStatus(`${status}`)
      ? "A successful response"
      : `A response with status ${status}`;
    const add = {
      description: `${start}, as observed.`,
      ...(bodies && { content }),
      ...(!context.isNew && { "x-observed": observation }),
    };
    return [
      { fact, evidence: times, changes: [{ add: { responses: { [status]: add } } }] },
      ...fieldFacts,
    ];
  }
  if (!statusId && !isBodyNew) return fieldFacts;
  const evidence = statusId ? times : `a body in ${bodies?.types.object} of ${count} responses`;
  const changes = [
    ...(statusId ? [createChange(["responses"], { rename: { [key]: place } })] : []),
    createChange(path, { add: { "x-observed": observation, ...(isBodyNew && { content }) } }),
    ...answerUnknowns(path, [...(statusId ? [statusId] : []), ...(isBodyNew ? bodyIds : [])]),
  ];
  return [{ fact, evidence, changes }, ...fieldFacts];
}

/** Describes content by its types, and by its media types if they aren't JSON. */
const describeContent = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) =>
      isJson(type) ? describeType(schema) : `${describeType(schema)} (${type})`,
    )
    .join(" or ") || "no body";

/** Returns the media types of bodies with the types of their values. Fields are separate facts. */
function contentOf(bodies: Shape | undefined): Content {
  const others: [string, Shape][] = bodies?.entries ? [[anyType, bodies.entries]] : [];
  return Object.fromEntries(
    [...others, ...sortedFieldsOf(bodies)].map(([type, shape]) => {
      if (countOf(shape) > 0) return [type, { schema: schemaOf(shape) }];
      return [
        type,
        {
          schema: isJson(type)
            ? {}
            : { type: type === "multipart/form-data" ? "object" : "string" },
        },
      ];
    }),
  );
}

const fieldFactsOf = (
  path: Path,
  content: Content,
  bodies: Shape | undefined,
  context: Context,
): Fact[] =>
  Object.entries(content).flatMap(([type, { schema }]) => {
    const shape = bodies?.fields.get(type) ?? (type === anyType ? bodies?.entries : undefined);
    return shape ? compareSchema([...path, type, "schema"], schema, shape, context) : [];
  });
