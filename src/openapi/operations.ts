import { cachePerDocument } from "./cache.ts";
import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { isUrlEncoded } from "./media-type.ts";
import { resolve } from "./reference.ts";
import { securityOf } from "./security.ts";
import { isStatus, isSuccessStatus } from "./status.ts";

/** An operation of the paths. References are resolved, except in schemas and in `unresolved`. */
export interface PathOperation {
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
  readonly security: ReturnType<typeof securityOf>;
}

export interface WebhookOperation extends Omit<PathOperation, "path"> {
  readonly name: string;
}

/**
 * Returns the operations of the paths: the paths in the document's order, their methods in that of
 * OpenAPI.
 */
export const pathOperations = cachePerDocument((document: object): PathOperation[] =>
  operationsIn(document, "paths").map(({ name, ...operation }) => ({ path: name, ...operation })),
);

/**
 * Returns the operations of the webhooks, in the same order, and then those of the operations'
 * callbacks.
 */
export const webhookOperations = cachePerDocument((document: object): WebhookOperation[] => [
  ...operationsIn(document, "webhooks"),
  ...callbackOperations(document),
]);

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

function operationsIn(document: object, section: "paths" | "webhooks"): WebhookOperation[] {
  return Object.entries(asObject(asObject(document)[section])).flatMap(([name, item]) => {
    // Other keys of the paths are extensions.
    if (section === "paths" && !name.startsWith("/")) return [];
    return operationsOf(document, name, [section, name], item);
  });
}

/**
 * Returns the operations of callbacks. A taken name is preceded by the operation's id, and
 * numbered.
 */
function callbackOperations(document: object): WebhookOperation[] {
  const callbacks = pathOperations(document).flatMap(({ keys, operation }) =>
    Object.entries(asObject(operation["callbacks"])).flatMap(([name, unresolved]) =>
      Object.entries(asObject(resolve(document, unresolved)))
        .flatMap(([expression, item]) =>
          operationsOf(document, name, [...keys, "callbacks", name, expression], item),
        )
        .map((callback, index) => {
          return {
            ...callback,
            longName: `${operation["operationId"]}.${name}${index ? index + 1 : ""}`,
          };
        }),
    ),
  );
  const names = [
    ...Object.keys(asObject(asObject(document)["webhooks"])),
    ...callbacks.map(({ name }) => name),
  ];
  return callbacks.map(({ longName, ...callback }) => {
    const isUnique = names.filter((name) => name === callback.name).length === 1;
    return isUnique ? callback : { ...callback, name: longName };
  });
}

function operationsOf(
  document: object,
  name: string,
  keys: string[],
  unresolvedItem: unknown,
): WebhookOperation[] {
  const item = asObject(resolve(document, unresolvedItem));
  const usual = methods.map((method) => [[method], method.toUpperCase(), item[method]] as const);
  // OpenAPI 3.2 has them as they are sent.
  const additional = Object.entries(asObject(item["additionalOperations"])).map(
    ([method, operation]) => [["additionalOperations", method], method, operation] as const,
  );
  return [...usual, ...additional].flatMap(([ownKeys, method, operation]) =>
    isObject(operation)
      ? { name, method, keys: [...keys, ...ownKeys], ...readOperation(document, operation, item) }
      : [],
  );
}

function readOperation(document: object, unresolved: JsonObject, item: JsonObject) {
  const unresolvedParameters = [...asList(item["parameters"]), ...asList(unresolved["parameters"])];
  const declaredParameters = Object.values(resolveMembers(document, unresolvedParameters));
  // A parameter of the operation replaces the shared one with its name and location.
  const parameters = [
    ...new Map(declaredParameters.map((item) => [keyOf(item), item])).values(),
  ].map(splitQuery);
  const responses = resolveMembers(document, unresolved["responses"]);
  const body = resolvePart(document, unresolved["requestBody"]);
  return {
    operation: {
      ...("servers" in item && { servers: item["servers"] }),
      ...unresolved,
      ...(unresolvedParameters.length > 0 && { parameters }),
      ...(isObject(body) && { requestBody: body }),
      responses,
    },
    unresolved: {
      ...unresolved,
      ...(unresolvedParameters.length > 0 && { parameters: unresolvedParameters }),
    },
    parameters,
    // JavaScript lists `401` before `2XX`, whatever the document does.
    responses: Object.entries(responses)
      .filter(([status]) => isStatus(status))
      .sort(([a], [b]) => Number(isSuccessStatus(b)) - Number(isSuccessStatus(a))),
    security: securityOf(document, unresolved["security"]),
  };
}

/**
 * Returns a text that identifies a parameter. Headers have the same name in any case (RFC 9110,
 * 5.1).
 */
const keyOf = ({ in: location, name }: JsonObject): string =>
  location === "header" ? `header ${name}`.toLowerCase() : `${location} ${name}`;

/**
 * Reads the form that OpenAPI 3.2 calls the whole query as an object, each of whose fields is a
 * parameter of it.
 */
function splitQuery(parameter: JsonObject): JsonObject {
  if (parameter["in"] !== "querystring") return parameter;
  const { content, ...rest } = parameter;
  const [[type = "", media] = []] = Object.entries(asObject(content));
  return isUrlEncoded(type)
    ? { ...rest, in: "query", schema: asObject(media)["schema"] }
    : parameter;
}

/** The maps of a part whose members can be references. Schemas keep theirs. */
const partMaps = new Set(["content", "headers", "examples"]);

function resolvePart(document: object, unresolved: unknown): unknown {
  const part = resolve(document, unresolved);
  if (!isObject(part)) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    partMaps.has(key) && isObject(value) ? resolveMembers(document, value) : value,
  ]);
  // OpenAPI 3.2 has two values of an example, and the schema of a stream's items: a list, of which
  // two are generated.
  const { serializedValue, dataValue: value = serializedValue, itemSchema: items } = part;
  return {
    ...(value !== undefined && { value }),
    ...(items !== undefined && { schema: { type: "array", prefixItems: [items, items], items } }),
    ...Object.fromEntries(entries),
  };
}

/** Resolves each part in a map or a list, by key or index. Leaves out those without a target. */
const resolveMembers = (document: object, unresolved: unknown) =>
  Object.fromEntries(
    Object.entries(Object(unresolved) as object)
      .map(([key, part]) => [key, resolvePart(document, part)] as const)
      .filter(([, part]) => isObject(part)),
  ) as Record<string, JsonObject>;
