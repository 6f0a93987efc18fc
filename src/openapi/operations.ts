import { memoizeByRef } from "./cache.ts";
import {
  documentedKeywords,
  readDeclaredResponse,
  readHeader,
  readRequestBody,
  toWellFormed,
} from "./contents.ts";
import { isSendableHeader } from "./header.ts";
import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { isUrlEncoded } from "./media-type.ts";
import {
  type DeclaredResponse,
  methods,
  type Operation,
  type Pagination,
  type Parameter,
  type Webhook,
} from "./operation.ts";
import { readFreeForm, readParameters } from "./parameter.ts";
import { resolve } from "./reference.ts";
import { securityOf, toCredentials } from "./security.ts";
import { knownServersOf } from "./servers.ts";
import { isStatus, isSuccessStatus } from "./status.ts";

/**
 * Reads the operations of a document: the paths in its order, their methods in that of OpenAPI.
 */
export const operationsOf = memoizeByRef((document: object): readonly Operation[] => {
  const ids = new Set<string>();
  return operationNodesIn(document, "paths").map(({ name: path, method, ...place }) => {
    const { operationId } = place.node;
    const ownId = typeof operationId === "string" ? toWellFormed(operationId) : "";
    const id = ownId !== "" && !ids.has(ownId) ? ownId : toWellFormed(`${method} ${path}`);
    ids.add(id);
    return { id, method, path, ...place, ...readOperation(document, path, place.node) };
  });
});

export const operationsById = memoizeByRef(
  (document: object): Readonly<Record<string, Operation>> =>
    Object.fromEntries(operationsOf(document).map((operation) => [operation.id, operation])),
);

/**
 * Reads the operations of a document's webhooks, in the same order, and then those of its
 * operations' callbacks.
 */
export const webhooksOf = memoizeByRef((document: object): readonly Webhook[] =>
  [...operationNodesIn(document, "webhooks"), ...callbackNodes(document)].map((place) => {
    const operation = readOperation(document, "", place.node);
    const inputs = operation.parameters.filter(
      ({ in: location, name }) => location === "header" && isSendableHeader(name),
    );
    const headers = inputs.map(({ name, node = {} }) => readHeader(document, name, node));
    return { ...place, ...operation, headers };
  }),
);

function readOperation(document: object, path: string, node: JsonObject) {
  const parameterNodes = asList(node["parameters"]) as JsonObject[];
  const parameters = readParameters(document, path, parameterNodes);
  const body = node["requestBody"];
  const schemes = securityOf(document, node["security"]);
  // JavaScript lists `401` before `2XX`, whatever the document does.
  const responses = Object.entries(asObject(node["responses"]))
    .filter(([code]) => isStatus(code) && !code.startsWith("1"))
    .sort(([a], [b]) => Number(isSuccessStatus(b)) - Number(isSuccessStatus(a)))
    .map(([code, response]) => readDeclaredResponse(document, code, asObject(response)));
  return {
    parameters,
    freeForm: readFreeForm(document, parameters, parameterNodes),
    body: isObject(body) ? readRequestBody(document, body) : undefined,
    responses,
    security: toCredentials(schemes),
    schemes,
    servers: knownServersOf(node),
    unknowns: Object.keys(asObject(node["x-not-shown"])),
    pagination: node["x-pagination"] as Pagination | undefined,
    isRepeatable: node["x-repeatable"] === true,
    knowledge: knowledgeOf(node, parameters, responses),
  };
}

function knowledgeOf(
  node: JsonObject,
  parameters: readonly Parameter[],
  responses: readonly DeclaredResponse[],
): Operation["knowledge"] {
  if ("x-observed" in node) return "observed";
  const success = responses.find(({ code }) => isSuccessStatus(code));
  const isStatusKnown = success !== undefined && success.code !== "2XX";
  const hasInputs =
    node["requestBody"] !== undefined || parameters.some(({ in: location }) => location !== "path");
  const isDocumented = isStatusKnown || hasInputs || documentedKeywords(success?.node).length > 0;
  return isDocumented ? "documented" : "path";
}

/** An Operation Object and its place. */
interface OperationNode extends Pick<Operation, "method" | "keys" | "node" | "unresolved"> {
  /** The path, or the webhook's name. */
  readonly name: string;
}

function operationNodesIn(document: object, section: "paths" | "webhooks"): OperationNode[] {
  return Object.entries(asObject(asObject(document)[section])).flatMap(([name, item]) => {
    // Other keys of the paths are extensions.
    if (section === "paths" && !name.startsWith("/")) return [];
    return nodesOf(document, name, [section, name], item);
  });
}

/**
 * Returns the operations of callbacks. A taken name is preceded by the operation's id, and
 * numbered.
 */
function callbackNodes(document: object): OperationNode[] {
  const callbacks = operationNodesIn(document, "paths").flatMap(({ keys, node: operation }) =>
    Object.entries(asObject(operation["callbacks"])).flatMap(([name, unresolved]) =>
      Object.entries(asObject(resolve(document, unresolved)))
        .flatMap(([expression, item]) =>
          nodesOf(document, name, [...keys, "callbacks", name, expression], item),
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

function nodesOf(
  document: object,
  name: string,
  keys: string[],
  unresolvedItem: unknown,
): OperationNode[] {
  const item = asObject(resolve(document, unresolvedItem));
  const named = methods.map((method) => [[method], method.toUpperCase(), item[method]] as const);
  // OpenAPI 3.2 has them as they are sent.
  const additional = Object.entries(asObject(item["additionalOperations"])).map(
    ([method, operation]) => [["additionalOperations", method], method, operation] as const,
  );
  return [...named, ...additional].flatMap(([ownKeys, method, operation]) =>
    isObject(operation)
      ? {
          name,
          method,
          keys: [...keys, ...ownKeys],
          ...resolveOperation(document, operation, item),
        }
      : [],
  );
}

function resolveOperation(
  document: object,
  unresolved: JsonObject,
  item: JsonObject,
): Pick<Operation, "node" | "unresolved"> {
  const unresolvedParameters = [...asList(item["parameters"]), ...asList(unresolved["parameters"])];
  const declaredParameters = Object.values(resolveMembers(document, unresolvedParameters));
  // A parameter of the operation replaces the shared one with its name and location.
  const parameters = [
    ...new Map(declaredParameters.map((item) => [keyOf(item), item])).values(),
  ].map(splitQuery);
  const body = resolvePart(document, unresolved["requestBody"]);
  return {
    node: {
      ...("servers" in item && { servers: item["servers"] }),
      ...unresolved,
      ...(unresolvedParameters.length > 0 && { parameters }),
      ...(isObject(body) && { requestBody: body }),
      responses: resolveMembers(document, unresolved["responses"]),
    },
    unresolved: {
      ...unresolved,
      ...(unresolvedParameters.length > 0 && { parameters: unresolvedParameters }),
    },
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
