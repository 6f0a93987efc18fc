import { isJson } from "../core/media.ts";
import type {
  Content,
  DeclaredHeader,
  DeclaredResponse,
  FreeForm,
  Operation,
  Parameter,
  Shape,
} from "../core/operation.ts";
import type { Pagination } from "../core/pages.ts";
import { type Located, list, located, type Node, node, resolve } from "./document.ts";

/** An operation of a contract, and the schemas that its requests are validated against. */
export interface ReadOperation {
  readonly operation: Operation;
  /** Of `{ path, query, header }`. */
  readonly inputs?: Node;
  /** Of `{ body }`, by media type. */
  readonly bodies: Readonly<Record<string, Node>>;
}

/** Reads what servers need of the operations of an OpenAPI document, by their ids. */
export const readOperations = (document: Node): Record<string, ReadOperation> =>
  Object.fromEntries(
    located(document, document["paths"]).map((one) => [String(one.operation["operationId"]), read(document, one)]),
  );

function read(document: Node, { method, path, operation }: Located): ReadOperation {
  const at = (value: unknown) => node(resolve(document, value));
  const all = list(operation["parameters"]).map(node).filter(isRead);
  const free = all.map((parameter) => freeFormOf(parameter, at(parameter["schema"])));
  const declared = all.filter((parameter, index) => !free[index] || at(parameter["schema"])["properties"]);
  const body = operation["requestBody"] === undefined ? undefined : at(operation["requestBody"]);
  const contents = Object.entries(node(body?.["content"])).map(([type, media]) => [type, at(media)] as const);
  const security = list(operation["security"] ?? document["security"]);
  return {
    operation: {
      method,
      path,
      parameters: declared.map((parameter) => parameterOf(document, parameter)),
      freeForm: free.find((one) => one !== undefined),
      body: body && {
        required: body["required"] === true,
        contents: contents.map(([mediaType, { schema }]) => ({ mediaType, ...formShape(document, mediaType, schema) })),
      },
      security: security.map((one) => Object.keys(node(one)).map((name) => credential(schemeOf(document, name)))),
      responses: Object.entries(node(operation["responses"]))
        .filter(([code]) => !code.startsWith("x-"))
        .map(([code, response]) => responseOf(document, code, at(response))),
      pagination: operation["x-pagination"] as Pagination | undefined,
    },
    ...inputSchema(document, declared),
    bodies: Object.fromEntries(
      contents.flatMap(([type, { schema }]) =>
        isOpen(document, schema) ? [] : [[type, { properties: { body: schema } }] as const],
      ),
    ),
  };
}

// OpenAPI 3.1, 4.8.12.2: such header parameters are ignored. Cookies are never recorded, and so not looked at.
const isRead = ({ in: place, name }: Node) =>
  place !== "cookie" && !(place === "header" && /^(accept|content-type|authorization)$/i.test(String(name)));

const schemeOf = (document: Node, name: string) =>
  node(resolve(document, node(node(document["components"])["securitySchemes"])[name]));

function credential({ type, in: place, name, scheme }: Node): string {
  if (type === "apiKey") return `${place} ${name}`;
  if (type === "http") return `http ${String(scheme).toLowerCase()}`;
  return type === "mutualTLS" ? "a certificate" : "http bearer";
}

function parameterOf(document: Node, { name, in: place, style, explode, schema }: Node): Parameter {
  const shape = shapeOf(document, schema);
  return {
    name: String(name),
    in: place as Parameter["in"],
    ...(typeof style === "string" && { style }),
    ...(typeof explode === "boolean" && { explode }),
    ...(shape.types.some((type) => type !== "string") && { shape }),
  };
}

/** What a parameter stands for that has no name of its own in the query: a query parameter for each property. */
function freeFormOf({ name, in: place, style = "form", explode = true }: Node, schema: Node): FreeForm | undefined {
  const { type, additionalProperties, properties } = schema;
  if (place !== "query" || type !== "object" || style !== "form" || !explode) return undefined;
  if (additionalProperties === false || (properties && additionalProperties === undefined)) return undefined;
  const values = node(additionalProperties);
  const types = (values["anyOf"] ? list(values["anyOf"]) : [values]).map((one) => node(one)["type"]);
  const known = types.every((one) => typeof one === "string");
  return { name: String(name), ...(known && { types: [...new Set(types as string[])] }) };
}

/** The types of a value that travels as text, and of its parts. */
function shapeOf(document: Node, written: unknown, depth = 0): Shape {
  const schema = node(resolve(document, written));
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((key) => list(schema[key]));
  const within = depth > 4 ? [] : parts.map((part) => shapeOf(document, part, depth + 1));
  const values = [...list(schema["enum"]), ...("const" in schema ? [schema["const"]] : [])];
  const own = schema["type"] === undefined ? values.map(typeOf) : [schema["type"]].flat().map(String);
  const properties = Object.entries(node(schema["properties"])).map(
    ([name, each]) => [name, depth > 4 ? { types: [] } : shapeOf(document, each, depth + 1)] as const,
  );
  const all = Object.assign({}, ...within.map((part) => part.properties), Object.fromEntries(properties));
  const items = schema["items"]
    ? shapeOf(document, schema["items"], depth + 1)
    : within.find((one) => one.items)?.items;
  return {
    types: [...new Set([...own, ...within.flatMap(({ types }) => types)])],
    ...(items && { items }),
    ...(Object.keys(all).length > 0 && { properties: all }),
  };
}

const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

const formShape = (document: Node, mediaType: string, schema: unknown) =>
  /^(multipart\/|application\/x-www-form-urlencoded)/.test(mediaType) ? { shape: shapeOf(document, schema) } : {};

function inputSchema(document: Node, parameters: readonly Node[]): { inputs?: Node } {
  const checked = parameters.filter(
    ({ required, schema, in: place }) => (required && place !== "path") || !isText(document, schema),
  );
  if (checked.length === 0) return {};
  const properties = ["path", "query", "header"].map((place) => {
    const here = parameters.filter((parameter) => parameter["in"] === place && isReadable(parameter));
    const nameOf = ({ name }: Node) => (place === "header" ? String(name).toLowerCase() : String(name));
    const schema = {
      properties: Object.fromEntries(here.map((parameter) => [nameOf(parameter), parameter["schema"] ?? {}])),
      required: here.filter(({ required }) => required === true).map(nameOf),
    };
    return [place, schema] as const;
  });
  return { inputs: { properties: Object.fromEntries(properties) } };
}

/** Other styles pass as they are: hardly any API has them. */
const isReadable = ({ style, schema }: Node) => schema !== undefined && style !== "label" && style !== "matrix";

/** Whether a schema allows any text. */
function isText(document: Node, schema: unknown): boolean {
  const { type = "string", ...rest } = node(resolve(document, schema));
  return type === "string" && isOpen(document, rest);
}

/** Whether a schema allows any value. */
const isOpen = (document: Node, schema: unknown): boolean =>
  Object.keys(node(resolve(document, schema))).every((keyword) => annotations.test(keyword));

const annotations = /^(x-.*|\$schema|title|description|examples?|default|deprecated)$/;

function responseOf(document: Node, code: string, response: Node): DeclaredResponse {
  const at = (value: unknown) => node(resolve(document, value));
  const headers = Object.entries(node(response["headers"])).filter(([name]) => !/^content-type$/i.test(name));
  return {
    code,
    headers: headers.map(([name, header]) => headerOf(document, name, at(header))),
    contents: Object.entries(node(response["content"])).map(([type, media]) => contentOf(document, type, at(media))),
  };
}

/** A body in one media type, with its named examples. */
function contentOf(document: Node, mediaType: string, { schema, example, examples }: Node): Content {
  const named = Object.entries(node(examples)).map(([name, one]) => [name, node(resolve(document, one))] as const);
  const all = example === undefined ? named : [["default", { value: example }] as const, ...named];
  const text = isOpen(document, schema) || (!isJson(mediaType) && isText(document, schema));
  return {
    mediaType,
    specified: text && !isJson(mediaType) ? all.length > 0 : !text,
    examples: new Map(
      all.flatMap(([name, one]) => ("value" in one ? [[name, { value: one["value"], source: "contract" }]] : [])),
    ),
  };
}

function headerOf(document: Node, name: string, { example, examples, schema: written }: Node): DeclaredHeader {
  const schema = node(resolve(document, written));
  const [named] = Object.values(node(examples)).map((one) => node(resolve(document, one))["value"]);
  const [first] = [
    example,
    named,
    schema["const"],
    schema["example"],
    ...list(schema["examples"]),
    schema["default"],
    ...list(schema["enum"]),
  ].filter((value) => value !== undefined);
  const value = String(first ?? madeUp(name, schema)).replace(/[^\t -~]+/g, encodeURIComponent);
  return { name: name.toLowerCase(), value, madeUp: first === undefined };
}

const byFormat: Readonly<Record<string, string>> = {
  uri: "https://example.com/",
  "uri-reference": "https://example.com/",
  "date-time": "2025-01-01T00:00:00Z",
  date: "2025-01-01",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function madeUp(name: string, { type, format, minimum = 1 }: Node): string {
  const [first] = [type].flat();
  if (first === "integer" || first === "number") return String(minimum);
  if (first === "boolean") return "true";
  return byFormat[/^(content-)?location$/i.test(name) ? "uri" : String(format)] ?? "example";
}

/** Something that the contract sends to its users. */
export interface Webhook {
  readonly method: string;
  readonly contents: readonly Content[];
}

/** The webhooks of an OpenAPI document, by name. */
export const readWebhooks = (document: Node): Map<string, Webhook> =>
  new Map(
    located(document, document["webhooks"]).map(({ method, path: name, operation }) => {
      const body = node(resolve(document, operation["requestBody"]));
      const contents = Object.entries(node(body["content"])).map(([type, media]) =>
        contentOf(document, type, node(resolve(document, media))),
      );
      return [name, { method, contents }];
    }),
  );
