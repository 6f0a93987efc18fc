import { cachePerDocument } from "../../src/openapi/cache.ts";
import type { JsonObject } from "../../src/openapi/json.ts";
import type { Content, DeclaredResponse, Operation } from "../../src/openapi/operation.ts";
import * as index from "../../src/openapi/operation-index.ts";
import * as openapi from "../../src/openapi/operations.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import type {
  Contract,
  OperationObject as LegacyOperation,
  Parameter as LegacyParameter,
  Media,
  ResponseObject,
} from "./document.ts";
import { type Input, inputsOf } from "./names.ts";

/** A response for success, and its body in one media type, if it has one. */
export interface Success {
  readonly response: DeclaredResponse;
  readonly content?: Content;
}

/** Lists the responses for success, one for each media type that they can have. */
export const successesOf = ({ responses }: Pick<Operation, "responses">): Success[] =>
  responses
    .filter(({ code }) => isSuccessStatus(code))
    .flatMap((response): Success[] =>
      response.contents.length > 0
        ? response.contents.map((content) => ({ response, content }))
        : [{ response }],
    );

/** Returns whether a redirect is declared, and no success. */
export const isRedirected = (operation: Pick<Operation, "responses">): boolean =>
  successesOf(operation).length === 0 &&
  operation.responses.some(({ code }) => code.startsWith("3"));

/** Returns the description of a part of the contract; empty without one. */
export const descriptionOf = (part: { readonly node?: JsonObject | undefined } | undefined) =>
  `${part?.node?.["description"] ?? ""}`;

/** @deprecated Use `Operation`. */
export interface DocumentedOperation
  extends Omit<openapi.PathOperation, "operation" | "parameters" | "responses"> {
  /**
   * References are resolved everywhere but in schemas; the parameters of its path are among its
   * parameters.
   */
  operation: LegacyOperation;
  /** The operation itself. */
  read: Operation;
  pathValues: string[];
  query: LegacyParameter[];
  /** The query, header and cookie parameters, as the inputs of a named call. */
  inputs: Input[];
  /** By status code, `2XX` or `default`, successes first. */
  responses: (readonly [status: string, response: ResponseObject])[];
  /** The responses for success, one for each media type that they can have. */
  successes: LegacySuccess[];
  /** Whether a redirect is declared, and no success. */
  redirects: boolean;
  /**
   * Whether more than the path is known, such as an input or a body: by the description, by
   * traffic, or not.
   */
  knowledge: Exclude<index.Knowledge, "name">;
}

/** The response that the contract gives for success, and its body, if there is one. */
interface LegacySuccess {
  /** `200`, another 2xx, or `2XX`. */
  status: string;
  response: ResponseObject;
  mediaType?: string;
  media?: Media;
}

/** @deprecated Use `operationsOf`. */
export const documentedOperations = cachePerDocument(
  (contract: Contract): DocumentedOperation[] => {
    const operations = operationsOf(contract);
    return openapi
      .pathOperations(contract)
      .map((item, index) => toDocumentedOperation(item, operations[index] as Operation));
  },
);

function toDocumentedOperation(
  { parameters: nodes, ...item }: openapi.PathOperation,
  read: Operation,
): DocumentedOperation {
  // The lint demands the forms of `Operation`, which the reader leaves open.
  const { operation, responses } = item as unknown as Pick<
    DocumentedOperation,
    "operation" | "responses"
  >;
  const parameters = (nodes as unknown as LegacyParameter[]).map(withSchema);
  const successes = responses
    .filter(([status]) => isSuccessStatus(status))
    .flatMap(legacySuccessesOf);
  return {
    ...item,
    read,
    operation: parameters.length > 0 ? { ...operation, parameters } : operation,
    pathValues: pathValueNamesOf(item.path),
    query: parameters.filter((parameter) => parameter.in === "query"),
    inputs: inputsOf(read),
    responses,
    successes,
    redirects: successes.length === 0 && responses.some(([status]) => /^3/.test(status)),
    knowledge: read.knowledge,
  };
}

/**
 * Returns a parameter with the schema of its value, also if it declares the value as content, such
 * as JSON.
 */
function withSchema(parameter: LegacyParameter): LegacyParameter {
  const [media] = Object.values(parameter.content ?? {});
  if (!media) return parameter;
  return {
    ...parameter,
    schema: media.schema,
    ...(media.examples && { examples: media.examples }),
  };
}

function legacySuccessesOf([status, response]: readonly [string, ResponseObject]): LegacySuccess[] {
  const contents = Object.entries(response.content ?? {});
  if (contents.length === 0) return [{ status, response }];
  return contents.map(([mediaType, media]) => ({ status, response, mediaType, media }));
}

export interface ServiceOperation
  extends Omit<index.IndexedOperation, "pathOperation" | "operation"> {
  pathOperation?: DocumentedOperation;
}

/** @deprecated Use `indexedOperations`.  Lists every operation of the index, in the contract's order, with what is known of it. */
export const serviceOperations = cachePerDocument((contract: Contract): ServiceOperation[] => {
  const operationsById = new Map(
    documentedOperations(contract).map((item) => [item.operation.operationId, item]),
  );
  return index.indexedOperations(contract).map((entry): ServiceOperation => {
    const pathOperation = operationsById.get(entry.operationId ?? "");
    return { ...entry, ...(pathOperation && { pathOperation }) } as ServiceOperation;
  });
});

/** @deprecated Use `Webhook`. */
export interface DocumentedWebhook
  extends Pick<openapi.WebhookOperation, "name" | "method" | "keys"> {
  operation: LegacyOperation;
  /** By status code, `2XX` or `default`, successes first. */
  responses: DocumentedOperation["responses"];
}

export const documentedWebhooks = (contract: Contract): DocumentedWebhook[] =>
  openapi.webhookOperations(contract) as unknown as DocumentedWebhook[];
