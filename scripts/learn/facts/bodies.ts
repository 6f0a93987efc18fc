import { asObject, type JsonObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import { acceptsAnything, jsonKindOf } from "../../../src/openapi/schema.ts";
import { findDeclared, isSuccessStatus } from "../../../src/openapi/status.ts";
import { unknownIdsAbout } from "../../../src/openapi/unknown-aspects.ts";
import { countTimes } from "../../../src/openapi/words.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import { anyType, type Endpoint } from "../shape/endpoint.ts";
import { countOf, fieldsOf, type Shape, schemaOf, typesOf } from "../shape/shape.ts";
import { compareSchema } from "./compare.ts";
import {
  answerUnknowns,
  type Context,
  createChange,
  describeType,
  type Fact,
  observedOf,
} from "./fact.ts";

type Contents = readonly { readonly mediaType: string; readonly schema?: JsonObject | undefined }[];

/**
 * Returns new facts about request bodies. Traffic doesn't show which of their fields are required.
 */
export function requestFactsOf(
  { requests: bodies, count }: Endpoint,
  requestContext: Context,
): Fact[] {
  const context = { ...requestContext, count: 0 };
  const { operation, keys, isNew } = context;
  // The contract names the media types of requests.
  const contents = contentsOf(bodies).filter(({ mediaType }) => mediaType !== anyType);
  // No `fetch` sends a GET with a body.
  if (!bodies || contents.length === 0 || context.method === "GET") return [];
  const path = ["requestBody", "content"];
  if (operation?.body) return fieldFactsOf(path, operation.body.contents, bodies, context);
  const description = "The request body, as observed.";
  const content = toContent(contents);
  const requestBody = {
    description,
    content,
    ...(!isNew && { "x-observed": observedOf(bodies.evidence) }),
  };
  const fact = `request: ${describeContents(contents)}`;
  const evidence = `a body in ${bodies.types.object} of ${count} requests`;
  const answers = answerUnknowns([], unknownIdsAbout("payload", operation?.node, keys));
  return [
    { fact, evidence, changes: [{ add: { requestBody } }, ...answers] },
    ...fieldFactsOf(path, contents, bodies, { ...context, isNew: true }),
  ];
}

/** Returns new facts about a status and its bodies. A status is new even if `default` covers it. */
export function responseFactsOf(
  status: number,
  bodies: Shape | undefined,
  context: Context,
): Fact[] {
  const { contract, operation, count } = context;
  const observed = observedOf(context.evidence);
  const declared = findDeclared(operation?.responses ?? [], status);
  const response = declared?.code === "default" ? undefined : declared;
  const key = response?.code ?? `${status}`;
  const bodyIds = unknownIdsAbout("body", response?.node, ["responses", key]);
  const [statusId] = unknownIdsAbout("success status", response?.node, ["responses", key]);
  const isOpen =
    bodyIds.length > 0 ||
    !response?.contents.some(({ schema }) => !acceptsAnything(contract, schema));
  const envelope = isOpen && isSuccessStatus(status) ? envelopeIn(contract) : undefined;
  const contents = contentsOf(bodies, envelope);
  const fact = `${status}: ${describeContents(contents)}`;
  const isBodyNew =
    isOpen &&
    contents.length > 0 &&
    contents.every(
      ({ mediaType, schema }) => !isJson(mediaType) || !acceptsAnything(contract, schema),
    );
  const place = response && !statusId ? key : `${status}`;
  const path = ["responses", place];
  const fieldFacts =
    !response || isBodyNew
      ? fieldFactsOf([...path, "content"], contents, bodies, { ...context, isNew: true })
      : fieldFactsOf([...path, "content"], response.contents, bodies, context);
  const content = toContent(contents);
  if (!response) {
    const start = isSuccessStatus(`${status}`)
      ? "A successful response"
      : `A response with status ${status}`;
    const add = {
      description: `${start}, as observed.`,
      ...(bodies && { content }),
      ...(!context.isNew && { "x-observed": observed }),
    };
    return [
      { fact, evidence: countTimes(count), changes: [{ add: { responses: { [status]: add } } }] },
      ...fieldFacts,
    ];
  }
  if (!statusId && !isBodyNew) return fieldFacts;
  const evidence = statusId
    ? countTimes(count)
    : `a body in ${bodies?.types.object} of ${count} responses`;
  const changes = [
    ...(statusId ? [createChange(["responses"], { rename: { [key]: place } })] : []),
    createChange(path, { add: { "x-observed": observed, ...(isBodyNew && { content }) } }),
    ...answerUnknowns(path, [...(statusId ? [statusId] : []), ...(isBodyNew ? bodyIds : [])]),
  ];
  return [{ fact, evidence, changes }, ...fieldFacts];
}

/** Describes content by its types, and by its media types if they aren't JSON. */
const describeContents = (contents: Contents): string =>
  contents
    .map(({ mediaType, schema }) =>
      isJson(mediaType) ? describeType(schema) : `${describeType(schema)} (${mediaType})`,
    )
    .join(" or ") || "no body";

/** Returns the media types of bodies with the types of their values. Fields are separate facts. */
function contentsOf(
  bodies: Shape | undefined,
  envelope?: Envelope,
): { mediaType: string; schema: Schema }[] {
  const others: [string, Shape][] = bodies?.entries ? [[anyType, bodies.entries]] : [];
  return [...others, ...fieldsOf(bodies)].map(([mediaType, shape]) => {
    if (countOf(shape) > 0)
      return { mediaType, schema: schemaInEnvelope(shape, envelope) ?? schemaOf(shape) };
    const type = mediaType === "multipart/form-data" ? "object" : "string";
    return { mediaType, schema: isJson(mediaType) ? {} : { type } };
  });
}

type Envelope = ReturnType<typeof envelopeIn>;

/** Finds the component of the contract that its successes have in common. */
function envelopeIn(contract: Contract) {
  const [name, schema] =
    Object.entries(contract.components.schemas).find(
      ([, { $ref, allOf, ...component }]) => jsonKindOf(contract, component) === "envelope",
    ) ?? [];
  const fields = Object.entries(asObject(schema?.["properties"]));
  return { $ref: `#/components/schemas/${name}`, fields };
}

/** Returns the envelope with the fields of its own that a body has; `undefined` if it has none. */
function schemaInEnvelope(shape: Shape, envelope: Envelope | undefined): Schema | undefined {
  const { $ref, fields } = envelope ?? { fields: [] };
  const hasField = ([name, schema]: (typeof fields)[number]) => {
    const { type, const: value } = asObject(schema);
    const field = shape.fields.get(name);
    const isComplete = field && countOf(field) === countOf(shape) && typesOf(field).join() === type;
    return isComplete && (value !== true || field.trueCount === countOf(field));
  };
  if (!$ref || fields.length === 0 || !fields.every(hasField)) return undefined;
  const isWhole = shape.fields.size === fields.length && !shape.entries;
  return isWhole ? { $ref } : { allOf: [{ $ref }, { type: "object", properties: {} }] };
}

const toContent = (contents: ReturnType<typeof contentsOf>) =>
  Object.fromEntries(contents.map(({ mediaType, schema }) => [mediaType, { schema }]));

const fieldFactsOf = (
  path: Path,
  contents: Contents,
  bodies: Shape | undefined,
  context: Context,
): Fact[] =>
  contents.flatMap(({ mediaType, schema }) => {
    const shape =
      bodies?.fields.get(mediaType) ?? (mediaType === anyType ? bodies?.entries : undefined);
    return shape ? compareSchema([...path, mediaType, "schema"], schema, shape, context) : [];
  });
