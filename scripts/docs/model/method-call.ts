import type { Contract } from "../../contract/document.ts";
import { listArguments, responseTypeOf } from "../../contract/method.ts";
import { listUnnamedParts, modelNameOf, plainTypeOf, schemaNameOf } from "../../contract/model-names.ts";
import type { DocumentedOperation, Success } from "../../contract/operations.ts";

/** Writes the call of a method of the client, such as `getWebhookRelay(type, options?)`. */
export const callOf = (pathOperation: DocumentedOperation): string =>
  `${pathOperation.operation.operationId}(${listArguments(pathOperation).join(", ")})`;

/** Writes the return type of the call as its signature does, by names alone: TypeScript would take long to load. */
export const resultOf = (contract: Contract, pathOperation: DocumentedOperation): string =>
  `Promise<${responseTypeOf(pathOperation, (_, keys) => nameOf(contract, pathOperation, keys))}>`;

function nameOf(contract: Contract, pathOperation: DocumentedOperation, keys: string[]): string {
  const part = listUnnamedParts(contract, pathOperation).find((candidate) => candidate.keys.join() === keys.join());
  const [, status, , mediaType] = keys;
  const isAt = (success: Success) => success.status === status && success.mediaType === mediaType;
  const schema = pathOperation.successes.find(isAt)?.media?.schema ?? {};
  const schemaName = schemaNameOf(schema);
  return part?.name ?? (schemaName ? modelNameOf(contract, schemaName) : `${plainTypeOf(schema)}`);
}
