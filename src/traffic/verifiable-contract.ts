import type { JunkInboxInputNames } from "../client/options.ts";
import type { Finding } from "../openapi/differences.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import type { Pagination } from "../openapi/operation.ts";
import { indexedOperations } from "../openapi/operation-index.ts";
import { type PathOperation, pathOperations } from "../openapi/operations.ts";
import { isFreeForm, queryNamesOf } from "../openapi/parameter.ts";
import { createPathMatcher, segmentsOf } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { isOpen, propertiesOf } from "../openapi/schema.ts";
import { canDealInTokens } from "../openapi/secret-names.ts";
import { credentialsOf } from "../openapi/security.ts";
import { unknownIdsOf, unknowns } from "../openapi/unknowns.ts";
import { createNameRule } from "./names.ts";

export type VerifiableOperation = ReturnType<typeof prepareOperation>;

/** The operation of a request, and the values in its path. */
export interface OperationMatch {
  readonly operation: VerifiableOperation;
  readonly pathValues: Readonly<Record<string, string>>;
}

export type VerifiableContract = ReturnType<typeof createVerifiableContract>;

/** Compares the body of a success with the contract that was given, by the id of its operation. */
export type CompareBody = (id: string, body: unknown) => readonly Finding[];

/**
 * Prepares an OpenAPI document for comparing exchanges with it.
 * @param validate Compares the body of a success with its schema, before its secrets are masked.
 * @param names The wire names of the junk inbox inputs, which the contract doesn't know.
 */
export function createVerifiableContract(
  document: object,
  validate?: CompareBody,
  names: JunkInboxInputNames = {},
) {
  const operations: Readonly<Record<string, VerifiableOperation>> = Object.fromEntries(
    pathOperations(document).map((pathOperation) => {
      const operation = prepareOperation(document, pathOperation, validate, names);
      return [operation.id, operation];
    }),
  );
  const contractUnknowns = unknowns(document);
  const matcher = createPathMatcher(operations);
  return {
    operations,
    credentials: credentialsOf(document),
    unknowns: contractUnknowns.map(({ id }) => id),
    /** Returns whether a name of traffic may be printed. */
    isSafeName: createNameRule(document).isSafeName,
    match(method: string, segments: readonly string[]): OperationMatch | undefined {
      const { id = "", pathValues = {} } = matcher.match(method, segments) ?? {};
      const operation = operations[id];
      return operation && { operation, pathValues };
    },
  };
}

function prepareOperation(
  document: object,
  { method, path, operation, parameters, responses, security: alternatives }: PathOperation,
  validate: CompareBody | undefined,
  names: JunkInboxInputNames,
) {
  const id = operationIdOf({ method, path, operation });
  const entry = indexedOperations(document).find(({ operationId }) => operationId === id);
  const query = parameters.filter((parameter) => parameter["in"] === "query");
  const pathParameters = parameters.filter((parameter) => parameter["in"] === "path");
  const otherParameters = parameters.filter((parameter) => parameter["in"] !== "path");
  const { responses: _, parameters: __, ...rest } = operation;
  const isSecret = (schemes: object) => Object.keys(schemes).length > 0;
  const pagination = operation["x-pagination"] as Pagination | undefined;
  const { page, paginate = names.paginate } = pagination?.inputs ?? {};
  const pageParameter = query.find(({ name }) => name === page && name !== undefined);
  const [, parentPath, lastName = ""] = /^(.*\/)\{(\w+)\}$/.exec(path) ?? [];
  const list = pathOperations(document).find((other) => other.path === `${parentPath}${lastName}s`);
  const { default: defaultPage, minimum } = asObject(resolve(document, pageParameter?.["schema"]));
  return {
    id,
    method,
    path,
    /**
     * Whether the operation is safe to retry: only by `x-repeatable: true`, whatever its method.
     */
    isRepeatable: operation["x-repeatable"] === true,
    /** Whether it takes a body, or can't do without an input other than its path values. */
    needsInputs:
      operation["requestBody"] !== undefined ||
      otherParameters.some(({ required }) => required === true),
    takesToken: alternatives.some(isSecret),
    /** Whether none of its alternatives is to send no token. */
    requiresToken: alternatives.length > 0 && alternatives.every(isSecret),
    /**
     * How much the index knows of it. Only of a documented operation the token is known to be
     * required.
     */
    knowledge: entry?.knowledge,
    /** Whether its bodies may contain tokens. */
    dealsInTokens:
      entry?.area === "Authorization" ||
      [entry?.name ?? id, ...segmentsOf(path)].some(canDealInTokens),
    /**
     * The last path value and the operation that lists its values: that of `/relays/{type}` is
     * `/relays/types`. The contract links the two in prose only.
     */
    listedValue:
      list?.method === "GET" ? { name: lastName, listId: operationIdOf(list) } : undefined,
    pagination,
    /** The wire name of the input that selects a page: from the contract, or else from the user. */
    pageInput: page ?? names.pageNumber,
    /** The wire name of the input that switches pages on. */
    paginateInput: paginate,
    /** The number of the first page; 0 if the contract doesn't say. */
    firstPage: Number(defaultPage ?? minimum ?? 0),
    /** The names of its query parameters; `undefined` if it takes any. */
    queryNames: query.some((parameter) => isFreeForm(document, parameter))
      ? undefined
      : query.flatMap((parameter) => queryNamesOf(document, parameter)),
    /** The ids of the unknowns that any request to it touches. */
    unknowns: unknownIdsOf(document, [rest, pathParameters]),
    /** The ids of the unknowns that a request with query parameters touches. */
    queryUnknowns: unknownIdsOf(document, query),
    /** By status code, `2XX` or `default`. */
    responses: Object.fromEntries(
      responses.map(([status, response]) => [status, prepareResponse(document, response)]),
    ),
    check: validate && ((value: unknown) => validate(id, value)),
  };
}

type Identifiable = Pick<PathOperation, "method" | "path" | "operation">;

/** Returns the id of an operation; without one, its method and path. */
export const operationIdOf = ({ method, path, operation }: Identifiable): string =>
  `${operation["operationId"] ?? `${method} ${path}`}`;

function prepareResponse(document: object, response: JsonObject) {
  const content = asObject(response["content"]);
  // Examples contain data, in which a key means nothing.
  const schemas = Object.values(content).map((media) => asObject(media)["schema"]);
  return {
    /** Empty if no body is declared. */
    mediaTypes: Object.keys(content),
    /** Whether the contract rules any body out. */
    isSpecified: schemas.some((schema) => !isOpen(document, schema)),
    /** The names of the fields at the top of the body; empty if it isn't an object. */
    listedFields: schemas.flatMap((schema) => Object.keys(propertiesOf(document, schema))),
    /** The names of the fields that the body can have, at any depth. */
    fields: reachableObjects(document, schemas).flatMap(({ properties }) =>
      Object.keys(asObject(properties)),
    ),
    /** The ids of the unknowns that such a response touches. */
    unknowns: unknownIdsOf(document, response),
  };
}
