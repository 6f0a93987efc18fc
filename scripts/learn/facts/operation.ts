import { type Contract, isJson, isObject, type Json, type Schema } from "../../contract.ts";
import type { Bodies } from "../accumulate/endpoint.ts";
import { emptyShape, mergeShape, type Shape } from "../accumulate/shape.ts";
import type { Template } from "../templates.ts";
import { exampleValue, observedExample } from "./example.ts";
import { kebab } from "./fact.ts";
import { observedOf } from "./observed.ts";
import { schemaOf } from "./schema.ts";

type Node = Record<string, Json>;

/** The title of an operation. Where the index has its name twice, the method tells which one it is. */
export function summaryOf(contract: Contract, { name }: { name: string }, method: string): string {
  const isShared = contract["x-operation-index"].filter((other) => other.name === name).length > 1;
  return isShared ? `${sentenceCase(name)} (${method})` : sentenceCase(name);
}

/** An operation that was known by name only, as traffic shows it. */
export function operationOf(
  contract: Contract,
  { method, path, values, endpoint }: Template,
  { area, name }: { area: string; name: string },
  operationId: string,
): Node {
  const id = kebab(operationId);
  const parameters = [...pathParameters(path, values), ...queryParameters(endpoint.query)];
  const body = bodyOf(endpoint.requests);
  const responses = [...endpoint.responses].sort(([one], [other]) => one - other);
  return {
    operationId,
    tags: [area],
    summary: summaryOf(contract, { name }, method),
    description: `Known by name, and observed in traffic as ${method} \`${path}\`.`,
    "x-repeatable": false,
    "x-observed": { ...observedOf(endpoint) },
    "x-not-shown": {
      [`${id}-meaning`]: "Meaning of the observed inputs and fields",
      [`${id}-token`]: "Token requirement",
      [`${id}-unobserved`]: "Inputs, fields and responses beyond the observed ones",
    },
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { description: "The request body, as observed.", ...body } }),
    responses: {
      ...(responses.some(([status]) => status < 300) ? {} : { "2XX": unseenSuccess(id) }),
      ...Object.fromEntries(
        responses.map(([status, { bodies, count }]) => [`${status}`, responseOf(status, bodies, count, id)]),
      ),
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

const unseenSuccess = (id: string): Json => ({
  description: "A successful response; none was observed.",
  "x-not-shown": { [`${id}-success-status`]: "Status code of a successful response" },
});

/** A response with a status, and the bodies that were seen of it. */
export function responseOf(status: number, bodies: Bodies, count: number, id: string): Node {
  const body = bodyOf(bodies, count);
  const isUnknown =
    body && Object.entries(body.content).some(([type, media]) => isJson(type) && !("examples" in media));
  return {
    description:
      status < 300 ? "A successful response, as observed." : `A response with status ${status}, as observed.`,
    ...(isUnknown && { "x-not-shown": { [`${id}-${status}-answer`]: "Shape of the response body" } }),
    ...body,
  };
}

function bodyOf(bodies: Bodies, count?: number): { content: Record<string, Node> } | undefined {
  const merged = new Map<string, { count: number; shape?: Shape }>();
  for (const [written, { count, shape }] of bodies) {
    // Where a recording has no media type: the service's bodies are known to be JSON.
    const type = written === "" ? "application/json" : written;
    const own = merged.get(type) ?? { count: 0 };
    own.count += count;
    if (shape) {
      own.shape ??= emptyShape();
      mergeShape(own.shape, shape);
    }
    merged.set(type, own);
  }
  if (merged.size === 0) return undefined;
  const sorted = [...merged].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    content: Object.fromEntries(sorted.map(([type, { shape }]) => [type, mediaOf(type, shape, count)] as const)),
  };
}

function mediaOf(type: string, shape: Shape | undefined, count: number | undefined): Node {
  if (!shape)
    return {
      schema: isJson(type) ? {} : type === "multipart/form-data" ? { type: "object" } : { type: "string" },
    };
  // Of requests, only what was sent is known, not what is required.
  const schema = schemaOf(shape, count ?? 0);
  return { schema, examples: { [observedExample]: { summary: "Every observed field", value: exampleValue(schema) } } };
}

function pathParameters(path: string, values: Template["values"]): Node[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: "A value in the path; the name is ours.",
    schema: { type: values[name] ?? "string" },
    examples: { placeholder: { summary: "A placeholder", value: values[name] === "integer" ? 1 : "example-id" } },
  }));
}

function queryParameters(query: Template["endpoint"]["query"]): Node[] {
  const inputs = [...query].filter(([name]) => name !== "token").sort(([one], [other]) => (one < other ? -1 : 1));
  return inputs.map(([name, { shape }]) => parameterOf(name, shape));
}

export const parameterOf = (name: string, shape: Shape): Node => ({
  name,
  in: "query",
  description: "Observed; meaning unknown.",
  schema: inputSchema(shape),
});

/** A query's value is text: where some looked like a number and some did not, it is a text. */
function inputSchema(shape: Shape): Schema {
  const { type } = schemaOf(shape, 0);
  return { type: typeof type === "string" && type !== "null" ? type : "string" };
}

/** "List agent versions" of "List Agent Versions": words in capitals and camelCase names stay. */
function sentenceCase(name: string): string {
  const [first = "", ...rest] = name.split(" ");
  const lower = rest.map((word) => (/^[A-Z][a-z]+\W*$/.test(word) ? word.toLowerCase() : word));
  return [`${first[0]?.toUpperCase()}${first.slice(1)}`, ...lower].join(" ");
}

/** An id for each operation of the index, by its place: camelCase of its name, with the method where a name occurs twice. */
export function operationIds({ "x-operation-index": index }: Contract): string[] {
  const plain = index.map(({ name }) => camel(name));
  const documented = index.flatMap(({ operationId }) => operationId ?? []);
  return index.map(({ method, operationId }, at) => {
    if (operationId) return operationId;
    const id = plain[at] ?? "";
    const isTaken = documented.includes(id) || plain.filter((other) => other === id).length > 1;
    return isTaken || reserved.test(id) ? camel(`${method} ${id}`) : id;
  });
}

/** The client's other members. */
const reserved = /^(http|request|junkRooms|junkRoomPages)$/;

const camel = (text: string): string =>
  text
    .replace(/\((\w+)\)/g, "$1")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "" && !/^(an?|the|your)$/i.test(word))
    .map((word) => (/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
    .map((word, at) => (at === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join("");

export const isBlank = (schema: unknown): boolean =>
  isObject(schema) &&
  Object.keys(schema).every((key) => key === "description" || key === "title" || key.startsWith("x-"));
