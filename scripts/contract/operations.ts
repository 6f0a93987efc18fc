import { cachePerDocument } from "../../src/openapi/cache.ts";
import * as index from "../../src/openapi/operation-index.ts";
import * as openapi from "../../src/openapi/operations.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
import { isSuccessStatus } from "../../src/openapi/status.ts";
import type { Contract, Media, Operation, Parameter, ResponseObject } from "./document.ts";
import { freeze } from "./document.ts";
import { type Input, inputsOf } from "./names.ts";

/** An operation of the paths, with the details that a client and a reader need. */
export interface DocumentedOperation
  extends Omit<openapi.PathOperation, "operation" | "parameters" | "responses"> {
  /**
   * References are resolved everywhere but in schemas; the parameters of its path are among its
   * parameters.
   */
  operation: Operation;
  pathValues: string[];
  query: Parameter[];
  /** The query, header and cookie parameters, as the inputs of a named call. */
  inputs: Input[];
  /** By status code, `2XX` or `default`, successes first. */
  responses: (readonly [status: string, response: ResponseObject])[];
  /** The responses for success, one for each media type that they can have. */
  successes: Success[];
  /** Whether a redirect is declared, and no success. */
  redirects: boolean;
  /**
   * Whether more than the path is known, such as an input or a body: by the description, by
   * traffic, or not.
   */
  knowledge: Exclude<index.Knowledge, "name">;
}

/** The response that the contract gives for success, and its body, if there is one. */
interface Success {
  /** `200`, another 2xx, or `2XX`. */
  status: string;
  response: ResponseObject;
  mediaType?: string;
  media?: Media;
}

/**
 * Lists the operations of the paths: the paths in the contract's order, their methods in that of
 * OpenAPI.
 */
export const documentedOperations = cachePerDocument((contract: Contract): DocumentedOperation[] =>
  freeze(openapi.pathOperations(contract).map(toDocumentedOperation)),
);

function toDocumentedOperation({
  parameters: read,
  ...item
}: openapi.PathOperation): DocumentedOperation {
  // The lint demands the forms of `Operation`, which the reader leaves open.
  const { operation, responses } = item as unknown as Pick<
    DocumentedOperation,
    "operation" | "responses"
  >;
  const parameters = (read as unknown as Parameter[]).map(withSchema);
  const successes = responses.filter(([status]) => isSuccessStatus(status)).flatMap(successesOf);
  return {
    ...item,
    operation: parameters.length > 0 ? { ...operation, parameters } : operation,
    pathValues: pathValueNamesOf(item.path),
    query: parameters.filter((parameter) => parameter.in === "query"),
    inputs: inputsOf(parameters.filter((parameter) => parameter.in !== "path")),
    responses,
    successes,
    redirects: successes.length === 0 && responses.some(([status]) => /^3/.test(status)),
    knowledge: index.knowledgeOf({ ...item, parameters: read }),
  };
}

/**
 * Returns a parameter with the schema of its value, also if it declares the value as content, such
 * as JSON.
 */
function withSchema(parameter: Parameter): Parameter {
  const [media] = Object.values(parameter.content ?? {});
  if (!media) return parameter;
  return {
    ...parameter,
    schema: media.schema,
    ...(media.examples && { examples: media.examples }),
  };
}

function successesOf([status, response]: readonly [string, ResponseObject]): Success[] {
  const contents = Object.entries(response.content ?? {});
  if (contents.length === 0) return [{ status, response }];
  return contents.map(([mediaType, media]) => ({ status, response, mediaType, media }));
}

export interface ServiceOperation extends Omit<index.IndexedOperation, "pathOperation"> {
  pathOperation?: DocumentedOperation;
}

/** Lists every operation of the index, in the contract's order, with what is known of it. */
export const serviceOperations = cachePerDocument((contract: Contract): ServiceOperation[] => {
  const operationsById = new Map(
    documentedOperations(contract).map((item) => [item.operation.operationId, item]),
  );
  return freeze(
    index.indexedOperations(contract).map(({ pathOperation: _, ...entry }): ServiceOperation => {
      const pathOperation = operationsById.get(entry.operationId ?? "");
      return { ...entry, ...(pathOperation && { pathOperation }) };
    }),
  );
});

/** A request that the service sends to an address of its user. */
export interface DocumentedWebhook
  extends Pick<openapi.WebhookOperation, "name" | "method" | "keys"> {
  operation: Operation;
  /** By status code, `2XX` or `default`, successes first. */
  responses: DocumentedOperation["responses"];
}

export const documentedWebhooks = (contract: Contract): DocumentedWebhook[] =>
  openapi.webhookOperations(contract) as unknown as DocumentedWebhook[];
