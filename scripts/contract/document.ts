import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { isObject, type Json } from "./json.ts";

export const contractFile = fileURLToPath(new URL("../../openapi/openapi.yaml", import.meta.url));

export type Schema = { [keyword: string]: Json } & { $ref?: string };

export interface Marked {
  /** What is unknown here: a noun phrase for each id. */
  "x-not-shown"?: Record<string, string>;
}

/** Where a fact comes from that the description of the service does not show. */
export interface Observed {
  /** The kinds of recordings, such as `HAR`. */
  source: string;
  exchanges: number;
  /** Days, where the recording has them. */
  first?: string;
  last?: string;
}

export interface Example {
  summary: string;
  value: Json;
}

export interface Media {
  schema: Schema;
  examples?: Record<string, Example>;
}

/** What a body holds, by media type. */
export type Content = Record<string, Media>;

export interface Parameter extends Marked {
  name: string;
  in: "query" | "path" | "header" | "cookie";
  description: string;
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  schema: Schema;
  examples?: Record<string, Example>;
}

export interface RequestBody extends Marked {
  description?: string;
  required?: boolean;
  content: Content;
}

export interface ResponseObject extends Marked {
  description: string;
  headers?: Record<string, { description: string; required?: boolean; schema: Schema }>;
  content?: Content;
}

/** How the pages of a list follow each other: the value of `x-pagination`. Fields are the response's, inputs the wire's. */
export interface Pagination {
  /** The field that lists the items of a page. */
  items: string;
  /** Numbered pages: the field with the number of the page. */
  page?: string;
  /** The field with the number of items that a page can hold. */
  size?: string;
  /** The field with the number of items on all pages together. */
  total?: string;
  /** Pages by cursor: the field with the cursor of the next page, `null` or absent on the last one. */
  next?: string;
  /** The names of the inputs by purpose; absent where they are unknown. `paginate` turns pagination on. */
  inputs?: { paginate?: string; page?: string; size?: string; cursor?: string };
}

export interface Operation extends Marked {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, ResponseObject>;
  deprecated?: boolean;
  security?: Record<string, string[]>[];
  "x-repeatable": boolean;
  "x-observed"?: Observed;
  "x-pagination"?: Pagination;
}

export interface IndexEntry extends Marked {
  area: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "unspecified";
  name: string;
  operationId?: string;
}

export interface Contract extends Marked {
  openapi: string;
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string; description?: string; variables?: Record<string, Marked & { default?: string }> }[];
  tags: ({ name: string; description: string } & Marked)[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post?: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseObject>;
    securitySchemes?: Record<string, { in?: string; name?: string; description?: string }>;
  };
  "x-operation-index": IndexEntry[];
}

let last: { text: string; contract: Contract } | undefined;

/** Reading a text again costs nothing: `npm start` builds several things from the same one. */
export const readContract = (file: string = contractFile): Contract => parseContract(readFileSync(file, "utf8"));

export function parseContract(text: string): Contract {
  if (last?.text !== text) last = { text, contract: parse(text, { merge: true }) as Contract };
  return last.contract;
}

/** What a reference within the document points at; anything else as it is. */
export function resolve<Node>(contract: Contract, node: Node): Node {
  const $ref = isObject(node) ? node["$ref"] : undefined;
  if (typeof $ref !== "string") return node;
  return $ref
    .split("/")
    .slice(1)
    .reduce<unknown>((found, key) => (isObject(found) ? found[unescapeKey(key)] : undefined), contract) as Node;
}

/** JSON pointers, RFC 6901. */
export const escapeKey = (key: string | number): string => `${key}`.replaceAll("~", "~0").replaceAll("/", "~1");
export const unescapeKey = (segment: string): string => segment.replaceAll("~1", "/").replaceAll("~0", "~");

/** Derives something of a contract once, however many ask for it: a contract does not change after it is read. */
export function once<Value>(derive: (contract: Contract) => Value): (contract: Contract) => Value {
  const derived = new WeakMap<Contract, Value>();
  return (contract) => {
    const known = derived.get(contract);
    if (known !== undefined) return known;
    const value = derive(contract);
    derived.set(contract, value);
    return value;
  };
}
