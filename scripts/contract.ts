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
  schema: Schema;
}

export interface Example {
  summary: string;
  value: Json;
}

export interface Answer extends Marked {
  description: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, Example> }>;
}

export interface Operation extends Marked {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
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
  info: { title: string; version: string; summary: string; description: string };
  servers: { variables?: Record<string, Marked> }[];
  tags: ({ name: string; description: string } & Marked)[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> };
  "x-operation-index": IndexEntry[];
}

export function readContract(file: string = contractFile): Contract {
  return parse(readFileSync(file, "utf8")) as Contract;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export interface LocatedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The documented operations, in the contract's order. */
export function documentedOperations(contract: Contract): LocatedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

export type SuccessAnswer = { status: string; answer: Answer } | undefined;

/** The answer that the contract gives for success: `200`, another 2xx, or `2XX`. */
export function successAnswer(operation: Operation): SuccessAnswer {
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (/^2(\d\d|XX)$/.test(status)) return { status, answer };
  }
  return undefined;
}

export interface Unknown {
  id: string;
  sentence: string;
  /** Where the contract marks it, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** Every marked unknown, in the contract's order. Examples hold data, not marks. */
export function unknowns(node: unknown, pointer = ""): Unknown[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === "x-not-shown") {
      return Object.entries(value as NotShown).map(([id, sentence]) => ({ id, sentence, pointer }));
    }
    if (key === "examples" || key === "example") return [];
    return unknowns(value, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  });
}

/** A copy of the node whose descriptions also say what is not shown. `tell` words a mark; plain sentences by default. */
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

const plain = (_id: string, sentence: string) => sentence;

/** How much of an operation is known: a mark that ends in `-details` says that only its path is. */
export function isKnownByPathOnly(operation: Operation): boolean {
  return Object.keys(operation["x-not-shown"] ?? {}).some((id) => id.endsWith("-details"));
}
