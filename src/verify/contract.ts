import type { Validate } from "../client/options.ts";
import { createMatcher } from "../core/match.ts";
import type { Pagination } from "../core/pages.ts";
import { isRejection } from "../core/rejection.ts";
import type { Finding } from "../openapi/differences.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { marksOf, unknowns, withDescendants } from "../openapi/nodes.ts";
import { bodyFacts, type IndexEntry, indexEntries } from "../openapi/operation-index.ts";
import { type PathOperation, pathOperations } from "../openapi/operations.ts";
import { isFreeForm, queryNamesOf } from "../openapi/parameter.ts";
import { resolve } from "../openapi/reference.ts";
import { canDealInTokens } from "../openapi/secret-names.ts";
import { createNameTest } from "./names.ts";

/** A response that the contract declares. */
export interface VerifiableResponse {
  /** Empty if no body is declared. */
  readonly mediaTypes: readonly string[];
  /** Whether the contract says anything about the body. */
  readonly isSpecified: boolean;
  /** The names of the fields that the body can have, at any depth. */
  readonly fields: readonly string[];
  /** The ids of the unknowns that such a response touches. */
  readonly unknowns: readonly string[];
}

/** An operation of the contract: whether `verify` may call it, and what its exchanges are compared with. */
export interface VerifiableOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Whether the operation is safe to retry: only by `x-repeatable: true`, whatever its method. */
  readonly isRepeatable: boolean;
  /** Whether it takes a body, or can't do without an input other than its path values. */
  readonly needsInputs: boolean;
  readonly takesToken: boolean;
  /** How much the index knows of it. Only of a documented operation the token is known to be required. */
  readonly known: IndexEntry["known"] | undefined;
  /** Whether its bodies may contain tokens. */
  readonly dealsInTokens: boolean;
  readonly pagination: Pagination | undefined;
  /** The number of the first page; 0 if the contract doesn't say. */
  readonly firstPage: number;
  /** The names of its query parameters; `undefined` if it takes any. */
  readonly queryNames: readonly string[] | undefined;
  /** The ids of the unknowns that any request to it touches. */
  readonly unknowns: readonly string[];
  /** The ids of the unknowns that a request with query parameters touches. */
  readonly queryUnknowns: readonly string[];
  /** By status code, `2XX` or `default`. */
  readonly responses: Readonly<Record<string, VerifiableResponse>>;
  /** Compares the body of a success with its schema. */
  readonly check: ((value: unknown) => readonly Finding[]) | undefined;
}

/** A contract, prepared for comparing exchanges with it. */
export interface VerifiableContract {
  readonly operations: Readonly<Record<string, VerifiableOperation>>;
  /** The ids of all unknowns, in the contract's order. */
  readonly unknowns: readonly string[];
  /** Returns whether a name that the contract doesn't have may be printed. */
  readonly isPlainName: (name: string) => boolean;
  /** Finds the operation of a request, or says why there is none. */
  readonly match: (method: string, segments: readonly string[]) => OperationMatch | { readonly reason: string };
}

/** The operation of a request, and the values in its path. */
interface OperationMatch {
  readonly operation: VerifiableOperation;
  readonly pathValues: Readonly<Record<string, string>>;
}

/**
 * Prepares an OpenAPI document for comparing exchanges with it.
 * @param validate Compares the body of a success with its schema, before its secrets are masked.
 */
export function prepareContract(document: object, validate?: Validate): VerifiableContract {
  const entries = indexEntries(document);
  const operations = Object.fromEntries(
    pathOperations(document).map((pathOperation) => {
      const id = `${pathOperation.operation["operationId"]}`;
      const entry = entries.find(({ operationId }) => operationId === id);
      const knowledge = {
        known: entry?.known,
        dealsInTokens: entry?.area === "Authorization" || canDealInTokens(entry?.name ?? ""),
        check: validate && ((value: unknown) => validate(id, value)),
      };
      return [id, { id, ...knowledge, ...prepare(document, pathOperation) }];
    }),
  );
  const contractUnknowns = unknowns(document);
  const match = createMatcher(operations);
  return {
    operations,
    unknowns: contractUnknowns.map(({ id }) => id),
    isPlainName: createNameTest([
      ...entries.flatMap(({ area, name }) => [area, name]),
      ...contractUnknowns.map(({ description }) => description),
      ...Object.values(operations).flatMap(({ responses }) => Object.values(responses).flatMap(({ fields }) => fields)),
    ]),
    match(method, segments) {
      const target = match(method, segments);
      if (isRejection(target)) return { reason: target.detail };
      return { operation: operations[target.id] as VerifiableOperation, pathValues: target.pathValues };
    },
  };
}

function prepare(document: object, { method, path, operation, parameters, responses }: PathOperation) {
  const query = parameters.filter((parameter) => parameter["in"] === "query");
  const pathParameters = parameters.filter((parameter) => parameter["in"] === "path");
  const otherParameters = parameters.filter((parameter) => parameter["in"] !== "path");
  const { responses: _, parameters: __, ...rest } = operation;
  const pagination = operation["x-pagination"] as Pagination | undefined;
  const pageInput = query.find(({ name }) => name === pagination?.inputs?.["page"] && name !== undefined);
  const { default: defaultPage, minimum } = asObject(resolve(document, pageInput?.["schema"]));
  return {
    method,
    path,
    isRepeatable: operation["x-repeatable"] === true,
    needsInputs: operation["requestBody"] !== undefined || otherParameters.some(({ required }) => required === true),
    takesToken: operation["security"] === undefined || asList(operation["security"]).length > 0,
    pagination,
    firstPage: Number(defaultPage ?? minimum ?? 0),
    queryNames: query.some((parameter) => isFreeForm(document, parameter))
      ? undefined
      : query.flatMap((parameter) => queryNamesOf(document, parameter)),
    unknowns: unknownsOf(document, [rest, pathParameters]),
    queryUnknowns: unknownsOf(document, query),
    responses: Object.fromEntries(responses.map(([status, response]) => [status, prepareResponse(document, response)])),
  };
}

function prepareResponse(document: object, response: JsonObject): VerifiableResponse {
  const content = asObject(response["content"]);
  // Examples contain data, in which a key means nothing.
  const schemas = Object.values(content).flatMap((media) => withDescendants(document, asObject(media)["schema"]));
  return {
    mediaTypes: Object.keys(content),
    isSpecified: bodyFacts(response).some((keyword) => keyword !== "examples"),
    fields: [...new Set(schemas.flatMap(({ properties }) => Object.keys(asObject(properties))))],
    unknowns: unknownsOf(document, response),
  };
}

const unknownsOf = (document: object, node: unknown) => [
  ...new Set(withDescendants(document, node).flatMap((part) => marksOf(part).map(([id]) => id))),
];
