import type { JunkInboxInputNames } from "../client/options.ts";
import { createRouteMatcher, type RateFit } from "../core/request.ts";
import { basePathsOf } from "../openapi/base-paths.ts";
import { memoizeByRef } from "../openapi/cache.ts";
import type { Finding } from "../openapi/differences.ts";
import { asObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import type { Operation, Parameter } from "../openapi/operation.ts";
import { indexedOperations } from "../openapi/operation-index.ts";
import { operationsOf } from "../openapi/operations.ts";
import { segmentsOf, versionPrefixOf, withoutTrailingSlash } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { acceptsAnything, flattenComposition, jsonKindOf } from "../openapi/schema.ts";
import { canDealInTokens } from "../openapi/secret-names.ts";
import { credentialsOf } from "../openapi/security.ts";
import { unknownIdsAbout } from "../openapi/unknown-aspects.ts";
import { unknownIdsOf, unknowns } from "../openapi/unknowns.ts";
import { createMarkedFieldSearch } from "./marked-fields.ts";
import { createNameRule } from "./names.ts";

export type VerifiableOperation = ReturnType<typeof prepareOperation>;

/** The operation of a request, and the values in its path. */
export interface OperationMatch {
  readonly target: VerifiableOperation;
  readonly pathValues: Readonly<Record<string, string>>;
}

export type VerifiableContract = ReturnType<typeof createVerifiableContract>;

/** Compares a body with the schema that its contract declares for its status and media type. */
export type CompareBody = (
  operation: Operation,
  status: number,
  mediaType: string,
  body: unknown,
) => readonly Finding[];

/**
 * Prepares an OpenAPI document for comparing exchanges with it.
 * @param compareBody Compares a body with its schema, before its secrets are masked.
 * @param names The wire names of the junk inbox inputs, which the contract doesn't know.
 * @param rateFit Default: of paths that differ by names alone, the first counts.
 */
export function createVerifiableContract(
  document: object,
  compareBody?: CompareBody,
  names: JunkInboxInputNames = {},
  rateFit?: RateFit,
) {
  const operations: Readonly<Record<string, VerifiableOperation>> = Object.fromEntries(
    operationsOf(document).map((operation) => [
      operation.id,
      prepareOperation(document, operation, names),
    ]),
  );
  const matcher = createRouteMatcher(
    Object.fromEntries(
      operationsOf(document).map(({ id, method, path }) => [
        id,
        { method, path: withoutTrailingSlash(path) },
      ]),
    ),
    [],
    rateFit,
  );
  return {
    operations,
    credentials: credentialsOf(document),
    /** The paths of servers, which belong to the base URL. */
    basePaths: basePathsOf(document),
    unknowns: unknowns(document).map(({ id }) => id),
    compareBody,
    /** Returns whether a name of traffic may be printed. */
    isSafeName: createNameRule(document).isSafeName,
    /** Finds the operation of a request, if there is one, and the values in its path. */
    match(method: string, segments: readonly string[]): OperationMatch | undefined {
      const { id = "", pathValues = {} } = matcher.match(method, segments) ?? {};
      const target = operations[id];
      return target && { target, pathValues };
    },
    /** Returns what the schema of a body says about values, and the names of their fields. */
    readSchema: memoizeByRef((schema: object) => ({
      /** Whether it accepts anything. */
      isOpen: acceptsAnything(document, schema),
      acceptsText: acceptsText(document, schema),
      /** The names of the fields at the top of the body; empty if it isn't an object. */
      listedFields: listFields(document, schema),
      /** The names of the fields that the body can have, at any depth. */
      fields: reachableObjects(document, schema).flatMap(({ properties }) =>
        Object.keys(asObject(properties)),
      ),
    })),
    findMarkedFields: createMarkedFieldSearch(document),
    /** Returns the ids of the unknowns that a response touches. */
    unknownsOf: memoizeByRef((response: object) => unknownIdsOf(document, response)),
  };
}

/** Returns whether a schema accepts any text. A format is an annotation, and so is an encoding. */
function acceptsText(document: object, schema: object): boolean {
  const { type = "string", ...rest } = asObject(resolve(document, schema));
  const { format: _, contentEncoding: __, contentMediaType: ___, ...rules } = rest;
  return [type].flat().includes("string") && acceptsAnything(document, rules);
}

/**
 * Lists the fields at the top of a body, without those of an envelope: these any operation may have,
 * and they are listed only if they are all.
 */
function listFields(document: object, schema: object): string[] {
  const parts = flattenComposition(document, schema).map(({ properties }) => asObject(properties));
  const own = parts.filter((properties) => jsonKindOf(document, { properties }) !== "envelope");
  const names = own.flatMap(Object.keys);
  return names.length > 0 ? names : parts.flatMap(Object.keys);
}

/** Adds to an operation what its traffic is read and compared by. */
function prepareOperation(document: object, operation: Operation, names: JunkInboxInputNames) {
  const { id, path, node, parameters, security, pagination } = operation;
  const entry = indexedOperations(document).find(({ operationId }) => operationId === id);
  const nodesIn = (place: Parameter["in"]) =>
    parameters.flatMap((parameter) =>
      parameter.in === place && parameter.node ? [parameter.node] : [],
    );
  const { responses: _, parameters: __, ...rest } = node;
  const { page, paginate = names.paginate } = pagination?.inputs ?? {};
  const pageParameter = parameters.find(
    (parameter) => parameter.in === "query" && parameter.name === page,
  );
  const [, parentPath, lastName = ""] = /^(.*\/)\{(\w+)\}$/.exec(path) ?? [];
  const list = operationsOf(document).find((other) => other.path === `${parentPath}${lastName}s`);
  const { default: defaultPage, minimum } = asObject(
    resolve<unknown>(document, pageParameter?.schema),
  );
  const isPrefixAssumed = unknownIdsAbout("prefix", node, operation.keys).length > 0;
  return {
    operation,
    /** The beginning of its path, if that isn't shown: `/api/v2`. */
    assumedPrefix: isPrefixAssumed
      ? `/${versionPrefixOf(operationsOf(document).map((other) => other.path)).join("/")}`
      : undefined,
    /** Whether it takes a body, or can't do without an input other than its path values. */
    needsInputs:
      operation.body !== undefined ||
      parameters.some((parameter) => parameter.in !== "path" && parameter.required === true),
    takesToken: security.some((credentials) => credentials.length > 0),
    /** Whether none of its alternatives is to send no token. */
    requiresToken: security.length > 0 && security.every((credentials) => credentials.length > 0),
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
    listedValue: list?.method === "GET" ? { name: lastName, listId: list.id } : undefined,
    /** The wire name of the input that selects a page: from the contract, or else from the user. */
    pageInput: page ?? names.pageNumber,
    /** The wire name of the input that switches pages on. */
    paginateInput: paginate,
    /** The number of the first page; 0 if the contract doesn't say. */
    firstPage: Number(defaultPage ?? minimum ?? 0),
    /** The ids of the unknowns that any request to it touches. */
    unknowns: unknownIdsOf(document, [rest, nodesIn("path")]),
    /** The ids of the unknowns that a request with query parameters touches. */
    queryUnknowns: unknownIdsOf(document, nodesIn("query")),
  };
}
