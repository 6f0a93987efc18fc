import { memoizeByRef } from "../../src/openapi/cache.ts";
import { asObject, type JsonObject } from "../../src/openapi/json.ts";
import { isJson } from "../../src/openapi/media-type.ts";
import { reachableObjects } from "../../src/openapi/nodes.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { descriptionOf } from "./descriptions.ts";
import type { Contract } from "./document.ts";
import { successesOf } from "./successes.ts";
import { capitalize } from "./words.ts";

/**
 * The direction of what a type describes: `sent` has no read-only fields, `received` no write-only
 * ones.
 */
export type Direction = "sent" | "received";

export const inputsNameOf = ({ id }: Operation): string => `${capitalize(id)}Inputs`;

/**
 * Names that generated files use, and those of the package, over which TypeScript drops what
 * `export *` exports.
 */
export const reservedNames: readonly string[] =
  `ArrayBufferView Blob CallEvent CallOptions ErrorBodies Finding FormData HookEvents HttpError
  JunkInboxInputNames JunkInboxInputs NonNullable OperationId OperationSpec Operations Options
  PaginatedItems Parameters PhoneAgentClient PhoneAgentClientOptions PhoneAgentError Promise Query
  Readonly ReadableStream Record RequestInput RetryOptions TokenOption Uint8Array URLSearchParams
  Validate WebhookPayloads`.split(/\s+/);

const takenNames = memoizeByRef(
  (contract: Contract): Set<string> =>
    new Set([...reservedNames, ...operationsOf(contract).map(inputsNameOf)]),
);

export const hasOneWayFields = (contract: Contract, node: unknown): boolean =>
  reachableObjects(contract, node).some(
    ({ readOnly, writeOnly }) => readOnly === true || writeOnly === true,
  );

const markedSchemas = memoizeByRef((contract: Contract): Set<string> => {
  const schemas = Object.entries(contract.components.schemas);
  return new Set(
    schemas.flatMap(([name, schema]) => (hasOneWayFields(contract, schema) ? name : [])),
  );
});

export const differsByDirection = (contract: Contract, schema: string): boolean =>
  markedSchemas(contract).has(schema);

/**
 * Returns a schema's name in the package: `Agent`; `WritableAgent` without read-only fields;
 * `AgentModel` if taken.
 */
export function modelNameOf(
  contract: Contract,
  schema: string,
  direction: Direction = "received",
): string {
  const name =
    direction === "sent" && differsByDirection(contract, schema) ? `Writable${schema}` : schema;
  const isTaken =
    takenNames(contract).has(name) || (name !== schema && name in contract.components.schemas);
  return isTaken ? `${name}Model` : name;
}

/** A body without a name in the contract. */
interface UnnamedPart {
  /** The name of its type, such as `CreateTokenBody`. */
  name: string;
  keys: readonly string[];
  direction: Direction;
  description: string;
}

/** Lists an operation's JSON bodies that have no name in the contract, and whose types need one. */
export function listUnnamedParts(contract: Contract, operation: Operation): UnnamedPart[] {
  const { body } = operation;
  const successes = successesOf(operation);
  const bodies = (body?.contents ?? []).map(({ mediaType, schema }) => ({
    part: "Body",
    schema,
    mediaType,
    keys: ["requestBody", "content", mediaType],
    direction: "sent" as const,
    description: descriptionOf(body),
  }));
  const responses = successes.map(
    ({ response, content: { mediaType, schema } = { mediaType: "" } }) => ({
      part: successes.length > 1 ? `Response${response.code}` : "Response",
      schema,
      mediaType,
      keys: ["responses", response.code, "content", mediaType],
      direction: "received" as const,
      description: descriptionOf(response),
    }),
  );
  const usedNames = new Set([...takenNames(contract), ...Object.keys(contract.components.schemas)]);
  return [...bodies, ...responses].flatMap(({ part, schema, mediaType, ...details }) => {
    if (!isJson(mediaType) || schemaNameOf(schema) || isPlain(schema)) return [];
    const plainName = `${capitalize(operation.id)}${part}`;
    let name = plainName;
    for (let count = 2; usedNames.has(name); count++) name = `${plainName}${count}`;
    usedNames.add(name);
    return [{ name, ...details }];
  });
}

const schemaNameOf = (schema: JsonObject | undefined): string | undefined =>
  /^#\/components\/schemas\/([^/]+)$/.exec(`${schema?.["$ref"]}`)?.[1];

/** Returns whether a schema needs no name: a string, a number and the like, or unknown. */
function isPlain(schema: JsonObject | undefined): boolean {
  const { type, ...keywords } = asObject(schema);
  return (
    /^(string|integer|number|boolean|null|undefined)$/.test(String(type)) &&
    !Object.keys(keywords).some((keyword) => typeKeywords.test(keyword))
  );
}

const typeKeywords =
  /^(\$ref|(additionalP|patternP|p)roperties|required|(prefixI|i)tems|(any|one|all)Of|enum|const|pattern)$/;
