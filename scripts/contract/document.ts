import { createRequire } from "node:module";
import { CORE_SCHEMA, load, mergeTag } from "js-yaml";
import { isObject, type JsonObject } from "../../src/openapi/json.ts";
import type { Route } from "../../src/openapi/path.ts";
import { readText } from "../../src/platform/files.ts";

/** The contract: the tests of mechanisms, with the condition `frozen`, get theirs. */
export const contractFile = createRequire(import.meta.url).resolve("#contract");

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Schema = { [keyword: string]: Json } & { $ref?: string };

export interface WithUnknowns {
  /** The unknowns of this object: a noun phrase for each id. */
  "x-not-shown"?: Record<string, string>;
}

/** The evidence of a fact that the description of the service doesn't show. */
export interface Observed {
  /** The kinds of recordings, such as `HAR`. */
  source: string;
  exchanges: number;
  /** Days, if the recording has them. */
  first?: string;
  last?: string;
}

/** The content of a body as the file has it, by media type. */
export type ContentObject = Record<
  string,
  { schema: Schema; examples?: Record<string, { summary: string; value: Json }> }
>;

/** A request body or a response as the file has it. */
export interface BodyObject extends WithUnknowns {
  content?: ContentObject;
  "x-observed"?: Observed;
  [keyword: string]: unknown;
}

/** An operation as the file has it, for what writes one: what reads it has `Operation`. */
export interface OperationObject extends WithUnknowns {
  operationId: string;
  parameters?: JsonObject[];
  requestBody?: BodyObject;
  responses: Record<string, BodyObject>;
  "x-observed"?: Observed;
  [keyword: string]: unknown;
}

/** An operation in the index, below its area. */
export interface IndexRow extends WithUnknowns {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "unspecified";
  name: string;
  operationId?: string;
}

export interface ServerObject {
  url: string;
  description?: string;
  variables?: Record<
    string,
    { default: string; enum?: string[]; description?: string } & WithUnknowns
  >;
}

export interface Contract extends WithUnknowns {
  openapi: string;
  jsonSchemaDialect: string;
  info: { title: string; version: string; summary: string; description: string };
  servers: ServerObject[];
  tags: ({ name: string; description?: string } & WithUnknowns)[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks?: Record<string, { post?: OperationObject }>;
  security?: Record<string, string[]>[];
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, BodyObject>;
    securitySchemes?: Record<
      string,
      { type: string; in?: string; name?: string; scheme?: string; description?: string }
    >;
  };
  "x-operation-index": Record<string, IndexRow[]>;
}

export const operationAt = (
  contract: Contract,
  { method, path }: Route,
): OperationObject | undefined => contract.paths[path]?.[method.toLowerCase()];

const yamlSchema = CORE_SCHEMA.withTags(mergeTag);

/**
 * Parses YAML, as Redocly does. `yaml`, which edits the contract, takes ten times as long.
 * @throws Error with the line, and with the file if it is given.
 */
export const parseYaml = (text: string, filename = ""): unknown =>
  load(text, { schema: yamlSchema, filename });

let last: { text: string; contract: Contract } | undefined;

/**
 * Reads a contract. It is frozen: to change it, copy it with `structuredClone`.
 * @throws Error if the file is no contract.
 */
export function readContract(file: string = contractFile): Contract {
  const contract = parseContract(readText(file), file);
  if (isObject(contract) && isObject(contract.paths)) return contract;
  throw new Error(`${file} isn't an OpenAPI contract: it has no paths.`);
}

/**
 * Parses a contract and freezes it, since others get the same object: the same text twice in a row
 * is parsed once, as `npm start` builds several things from it.
 */
export function parseContract(text: string, file = ""): Contract {
  if (last?.text !== text) last = { text, contract: freeze(parseYaml(text, file) as Contract) };
  return last.contract;
}

/** Freezes a value and all that it contains, and returns it. */
function freeze<Value>(value: Value): Value {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value as object)) freeze(child);
  return value;
}
