import {
  type Content,
  type Contract,
  type Example,
  type IndexEntry,
  type Media,
  type Operation,
  once,
  type Parameter,
  type ResponseObject,
  resolve,
} from "./document.ts";
import { isObject } from "./json.ts";
import { type Input, inputsOf } from "./names.ts";

/** An operation of the paths, with what follows from it. */
export interface LocatedOperation {
  method: string;
  path: string;
  /** References resolved, and the path's parameters among its own. */
  operation: Operation;
  /** The names of the values that its path takes. */
  pathValues: string[];
  /** The query inputs other than the token. */
  query: Parameter[];
  /** The query and header parameters, as the inputs of a named call. */
  inputs: Input[];
  /** The first of `successes`. */
  success?: Success;
  /** The responses for success, one for each media type that they can have. */
  successes: Success[];
  /** Whether a redirect is the only response that is documented and no failure. */
  redirects: boolean;
  /** Whether more than its path is known: an input, the status of a success, or its body. By description, or by traffic. */
  known: "documented" | "observed" | "path";
}

/** The response that the contract gives for success, and its body, if there is one. */
export interface Success {
  /** `200`, another 2xx, or `2XX`. */
  status: string;
  response: ResponseObject;
  mediaType?: string;
  media?: Media;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations of the paths, in the contract's order. */
export const documentedOperations = once((contract: Contract): LocatedOperation[] =>
  Object.entries(contract.paths ?? {}).flatMap(([path, written]) =>
    methods.flatMap((method) => {
      const item = resolve(contract, written);
      if (!isObject(item?.[method])) return [];
      const shared = (item as { parameters?: Parameter[] }).parameters;
      return [locate(contract, method.toUpperCase(), path, item[method], shared)];
    }),
  ),
);

function locate(contract: Contract, method: string, path: string, written: Operation, shared?: Parameter[]) {
  const own = resolveAll(contract, written.parameters);
  const inherited = resolveAll(contract, shared).filter(
    ([, { name, in: place }]) => !own.some(([, other]) => other.name === name && other.in === place),
  );
  const parameters = [...inherited, ...own].map(([, parameter]) => withExamples(contract, parameter));
  const body = written.requestBody && resolve(contract, written.requestBody);
  const operation: Operation = {
    ...written,
    ...((written.parameters || parameters.length > 0) && { parameters }),
    ...(body && { requestBody: withContent(contract, body) }),
    responses: Object.fromEntries(
      resolveAll(contract, written.responses).map(([status, response]) => [status, withContent(contract, response)]),
    ),
  };
  const successes = successesOf(operation);
  const [success] = successes;
  const statusIsKnown = success !== undefined && success.status !== "2XX";
  const isDocumented = statusIsKnown || bodyFacts(success?.response).length > 0 || body || parameters.length > 0;
  return {
    method,
    path,
    operation,
    pathValues: path.match(/(?<={)[^}]+(?=})/g) ?? [],
    query: parameters.filter(({ in: place }) => place === "query"),
    inputs: inputsOf(parameters.filter(({ in: place }) => place === "query" || place === "header")),
    ...(success && { success }),
    successes,
    redirects: !success && Object.keys(operation.responses).some((status) => /^3/.test(status)),
    known: "x-observed" in operation ? "observed" : isDocumented ? "documented" : "path",
  } satisfies LocatedOperation;
}

const successesOf = ({ responses }: Operation): Success[] =>
  Object.entries(responses)
    .filter(([status]) => /^2(\d\d|XX)$/.test(status))
    .flatMap(([status, response]) => {
      const contents = Object.entries(response.content ?? {});
      if (contents.length === 0) return [{ status, response }];
      return contents.map(([mediaType, media]) => ({ status, response, mediaType, media }));
    });

/** What is documented of a body: the keywords of its schema, and its examples. */
export const bodyFacts = ({ content }: Partial<ResponseObject> = {}): string[] =>
  Object.values(content ?? {})
    .filter(isObject)
    .flatMap(({ schema, ...media }) => Object.keys({ ...(schema as object), ...media }));

const withContent = <Node extends { content?: Content }>(contract: Contract, node: Node): Node => {
  if (!node.content) return node;
  const content = resolveAll(contract, node.content).map(([type, media]) => [type, withExamples(contract, media)]);
  return { ...node, content: Object.fromEntries(content) };
};

const withExamples = <Node extends { examples?: Record<string, Example> }>(contract: Contract, node: Node): Node => ({
  ...node,
  ...(node.examples && { examples: Object.fromEntries(resolveAll(contract, node.examples)) }),
});

/** The objects in a map or a list, references followed. */
const resolveAll = <Value>(contract: Contract, values: Record<string, Value> | Value[] | undefined) =>
  Object.entries(values ?? {})
    .map(([key, value]): [string, Value] => [key, resolve(contract, value as Value)])
    .filter(([, value]) => isObject(value));

export type Known = LocatedOperation["known"] | "name";

export interface IndexedOperation extends IndexEntry {
  known: Known;
  /** Where the paths have it. */
  located?: LocatedOperation;
}

/** Every operation of the index, in the contract's order, with what is known of it. */
export const knownOperations = once((contract: Contract): IndexedOperation[] => {
  const byId = new Map(documentedOperations(contract).map((located) => [located.operation.operationId, located]));
  return contract["x-operation-index"].map((entry) => {
    const located = byId.get(entry.operationId ?? "");
    return located ? { ...entry, known: located.known, located } : { ...entry, known: "name" };
  });
});

/** A request that the service sends to an address of its user. */
export interface Webhook {
  name: string;
  method: string;
  operation: Operation;
}

/** The webhooks, in the contract's order. */
export const webhooksOf = once((contract: Contract): Webhook[] =>
  Object.entries((contract.webhooks ?? {}) as Record<string, Record<string, Operation>>).flatMap(([name, item]) =>
    methods.flatMap((method) => {
      const operation = resolve(contract, item)[method];
      return isObject(operation) ? [{ name, method: method.toUpperCase(), operation }] : [];
    }),
  ),
);
