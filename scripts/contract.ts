import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

export const contractFile = fileURLToPath(new URL("../openapi/openapi.yaml", import.meta.url));

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [keyword: string]: Json } & { $ref?: string };
export type NotShown = Record<string, string>;

interface Marked {
  "x-not-shown"?: NotShown;
}

export interface Parameter extends Marked {
  name: string;
  in: "query" | "path" | "header" | "cookie";
  description: string;
  required?: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  schema: Schema;
  examples?: Record<string, Example>;
}

export interface Example {
  summary: string;
  value: Json;
}

/** Media types, each with what it holds. */
export type Content = Record<string, { schema: Schema; examples?: Record<string, Example> }>;

export interface Answer extends Marked {
  description: string;
  content?: Content;
}

export interface Operation extends Marked {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Marked & { description?: string; required?: boolean; content: Content };
  responses: Record<string, Answer>;
  "x-repeatable": boolean;
}

export interface IndexEntry extends Marked {
  area: string;
  method: "GET" | "POST" | "PUT" | "DELETE" | "unspecified";
  name: string;
  operationId?: string;
}

export interface Contract extends Marked {
  openapi: string;
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; variables?: Record<string, Marked & { description?: string; default?: string }> }[];
  tags: ({ name: string; description: string } & Marked)[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Answer>;
    securitySchemes?: Record<string, { in?: string; name?: string; description?: string }>;
  };
  "x-operation-index": IndexEntry[];
}

export function readContract(file: string = contractFile): Contract {
  return parse(readFileSync(file, "utf8"), { merge: true }) as Contract;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The documented operations, in the contract's order, their references resolved and the path's parameters theirs. */
export function documentedOperations(contract: Contract): LocatedOperation[] {
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item?.[method];
      if (!isObject(operation)) return [];
      const own = resolveAll(contract, operation.parameters);
      const shared = resolveAll(contract, (item as { parameters?: Parameter[] }).parameters).filter(
        ([, { name, in: place }]) => !own.some(([, other]) => other.name === name && other.in === place),
      );
      const parameters = [...shared, ...own].map(([, parameter]) => withExamples(contract, parameter));
      const body = operation.requestBody && resolve(contract, operation.requestBody);
      return [
        {
          method: method.toUpperCase(),
          path,
          operation: {
            ...operation,
            ...((operation.parameters || parameters.length > 0) && { parameters }),
            ...(body && { requestBody: { ...body, content: wholeContent(contract, body.content) } }),
            responses: Object.fromEntries(
              resolveAll(contract, operation.responses).map(([status, answer]) => [
                status,
                { ...answer, ...(answer.content && { content: wholeContent(contract, answer.content) }) },
              ]),
            ),
          },
        },
      ];
    }),
  );
}

const wholeContent = (contract: Contract, content: Content): Content =>
  Object.fromEntries(resolveAll(contract, content).map(([type, media]) => [type, withExamples(contract, media)]));

const withExamples = <Node extends { examples?: Record<string, Example> }>(contract: Contract, node: Node): Node => ({
  ...node,
  ...(node.examples && { examples: Object.fromEntries(resolveAll(contract, node.examples)) }),
});

/** The objects in a map or a list, references followed. */
const resolveAll = <Value>(contract: Contract, values: Record<string, Value> | Value[] | undefined) =>
  Object.entries(values ?? {})
    .map(([key, value]): [string, Value] => [key, resolve(contract, value as Value)])
    .filter(([, value]) => isObject(value));

/** What a reference within the document points at; anything else as it is. */
export function resolve<Node>(contract: Contract, node: Node): Node {
  const $ref = isObject(node) ? node["$ref"] : undefined;
  if (typeof $ref !== "string") return node;
  return $ref
    .split("/")
    .slice(1)
    .reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), contract) as Node;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export type SuccessAnswer = { status: string; answer: Answer } | undefined;

/** The answer that the contract gives for success: `200`, another 2xx, or `2XX`. */
export function successAnswer(operation: Operation): SuccessAnswer {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (/^2(\d\d|XX)$/.test(status)) return { status, answer };
  }
  return undefined;
}

export type Path = (string | number)[];

/** Every object of the document that is no part of an example, with its place. Examples hold data. */
export function nodes(node: unknown, path: Path = []): { node: Record<string, unknown>; path: Path }[] {
  if (typeof node !== "object" || node === null) return [];
  const map = isMap(path);
  const below = Object.entries(node)
    .filter(([key]) => map || !isExample(key))
    .flatMap(([key, value]) => nodes(value, [...path, Array.isArray(node) ? Number(key) : key]));
  return isObject(node) ? [{ node, path }, ...below] : below;
}

export const isExample = (key: string | number) => key === "examples" || key === "example";

const maps = ["properties", "patternProperties", "schemas", "headers", "responses", "parameters", "paths"];

/** Whether the keys here are named by the contract's author, and no keywords. A property may be called `headers`. */
export const isMap = (path: Path): boolean => maps.includes(`${path.at(-1)}`) && !isMap(path.slice(0, -1));

export interface Unknown {
  id: string;
  sentence: string;
  /** Where the contract marks it, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** Every marked unknown, in the contract's order. */
export function unknowns(contract: unknown): Unknown[] {
  return nodes(contract).flatMap(({ node, path }) => {
    const pointer = path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    const marks = Object.entries((node["x-not-shown"] ?? {}) as NotShown);
    return marks.map(([id, sentence]) => ({ id, sentence, pointer }));
  });
}

/** A copy of the node whose descriptions also say what is not shown. `tell` words a mark; `Unknown: …` by default. */
export function describeUnknowns<Node>(node: Node, tell: (id: string, sentence: string) => string = plain): Node {
  if (Array.isArray(node)) return node.map((item) => describeUnknowns(item, tell)) as Node;
  if (typeof node !== "object" || node === null) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describeUnknowns(value, tell)]));
  const marks = Object.entries((copy["x-not-shown"] ?? {}) as NotShown);
  if (marks.length > 0) {
    const sentences = marks.map(([id, sentence]) => tell(id, sentence));
    copy["description"] = [copy["description"], ...sentences].filter(Boolean).join(" ");
  }
  return copy as Node;
}

const plain = (_id: string, phrase: string) => `Unknown: ${phrase}.`;

export type Known = "documented" | "path" | "name";

/** All operations by name, in the contract's order, each with what is known of it. */
export function knownOperations(contract: Contract): (IndexEntry & { known: Known; located?: LocatedOperation })[] {
  const byId = new Map(documentedOperations(contract).map((located) => [located.operation.operationId, located]));
  return contract["x-operation-index"].map((entry) => {
    const located = entry.operationId === undefined ? undefined : byId.get(entry.operationId);
    if (!located) return { ...entry, known: "name" };
    return { ...entry, known: isKnownByPathOnly(located.operation) ? "path" : "documented", located };
  });
}

/** A mark that ends in `-details` says that only the path is known. */
export function isKnownByPathOnly(operation: Operation): boolean {
  return Object.keys(operation["x-not-shown"] ?? {}).some((id) => id.endsWith("-details"));
}
