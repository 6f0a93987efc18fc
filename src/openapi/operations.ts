import { cachePerDocument } from "./cache.ts";
import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { resolve } from "./reference.ts";
import { isSuccessStatus } from "./status.ts";

/** An operation of the paths. References are resolved, except in schemas and in `unresolved`. */
export interface PathOperation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  /** Its keys in the document: `["paths", "/tokens", "get"]`. */
  readonly keys: readonly string[];
  /** With the parameters and the servers of its path. */
  readonly operation: JsonObject;
  /** The operation and the shared parameters as the document has them, references included. */
  readonly unresolved: JsonObject;
  readonly parameters: readonly JsonObject[];
  /** By status code, `2XX` or `default`, successes first. */
  readonly responses: readonly (readonly [status: string, response: JsonObject])[];
  /** Alternatives: in each, the security schemes that a request needs together, by name. */
  readonly security: readonly Readonly<Record<string, JsonObject>>[];
}

/** A request that the service sends to its users. */
export interface WebhookOperation extends Omit<PathOperation, "path"> {
  readonly name: string;
}

/** Returns the operations of the paths: the paths in the document's order, their methods in that of OpenAPI. */
export const pathOperations = cachePerDocument((document: object): PathOperation[] =>
  operationsIn(document, "paths").map(({ name, ...operation }) => ({ path: name, ...operation })),
);

/** Returns the operations of the webhooks, in the same order. */
export const webhookOperations = cachePerDocument((document: object): WebhookOperation[] =>
  operationsIn(document, "webhooks"),
);

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function operationsIn(document: object, section: "paths" | "webhooks"): WebhookOperation[] {
  return Object.entries(asObject(asObject(document)[section])).flatMap(([name, unresolvedItem]) => {
    // Other keys of the paths are extensions.
    if (section === "paths" && !name.startsWith("/")) return [];
    const item = asObject(resolve(document, unresolvedItem));
    return methods
      .filter((method) => isObject(item[method]))
      .map((method) => ({
        name,
        method: method.toUpperCase(),
        keys: [section, name, method],
        ...readOperation(document, asObject(item[method]), item),
      }));
  });
}

function readOperation(document: object, unresolved: JsonObject, item: JsonObject) {
  const unresolvedParameters = [...asList(item["parameters"]), ...asList(unresolved["parameters"])];
  const declaredParameters = Object.values(resolveEach(document, unresolvedParameters, resolveExamples));
  // A parameter of the operation replaces the shared one with its name and location.
  const parameters = [...new Map(declaredParameters.map((parameter) => [keyOf(parameter), parameter])).values()];
  const responses = resolveEach(document, unresolved["responses"], resolveContent);
  const body = resolve(document, unresolved["requestBody"]);
  return {
    operation: {
      ...("servers" in item && { servers: item["servers"] }),
      ...unresolved,
      ...(unresolvedParameters.length > 0 && { parameters }),
      ...(isObject(body) && { requestBody: resolveContent(document, body) }),
      responses,
    },
    unresolved: { ...unresolved, ...(unresolvedParameters.length > 0 && { parameters: unresolvedParameters }) },
    parameters,
    responses: moveSuccessesFirst(Object.entries(responses).filter(([status]) => !status.startsWith("x-"))),
    security: securityOf(document, unresolved["security"]),
  };
}

/** Returns a text that identifies a parameter. Headers have the same name in any case (RFC 9110, 5.1). */
const keyOf = ({ in: location, name }: JsonObject): string =>
  location === "header" ? `header ${name}`.toLowerCase() : `${location} ${name}`;

/** A function that returns a changed copy of a resolved object. */
type Change = (document: object, value: JsonObject) => JsonObject;

/** Resolves and changes each object in a map or a list, by key or index. Leaves out other values. */
const resolveEach = (document: object, values: unknown, change: Change = (_, value) => value) =>
  Object.fromEntries(
    Object.entries(Object(values) as object).flatMap(([key, unresolved]) => {
      const value = resolve<unknown>(document, unresolved);
      return isObject(value) ? [[key, change(document, value)]] : [];
    }),
  ) as Record<string, JsonObject>;

/** Creates a change of an object that applies the change under each name to the entries of the map with this name. */
const resolveWithin =
  (changes: Record<string, Change>): Change =>
  (document, value) => ({
    ...value,
    ...Object.fromEntries(
      Object.entries(changes).flatMap(([name, change]) =>
        isObject(value[name]) ? [[name, resolveEach(document, value[name], change)]] : [],
      ),
    ),
  });

const resolveExamples = resolveWithin({ examples: (_, example) => example });
const resolveContent = resolveWithin({ content: resolveExamples, headers: resolveExamples });

/** Moves successes to the front: JavaScript lists `401` before `2XX`, whatever the document does. */
const moveSuccessesFirst = <Response>(responses: [string, Response][]): [string, Response][] => [
  ...responses.filter(([status]) => isSuccessStatus(status)),
  ...responses.filter(([status]) => !isSuccessStatus(status)),
];

/** Returns the security schemes of a document, by name. */
export const securitySchemesOf = cachePerDocument((document: object) =>
  resolveEach(document, asObject(asObject(document)["components"])["securitySchemes"]),
);

/** Returns the security that an operation declares, or without any the document's. */
export const securityOf = (document: object, security?: unknown): PathOperation["security"] =>
  asList(security ?? asObject(document)["security"]).map((alternative) => {
    const names = Object.keys(asObject(alternative));
    return Object.fromEntries(names.map((name) => [name, asObject(securitySchemesOf(document)[name])]));
  });
