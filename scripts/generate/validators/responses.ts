import { isJson } from "../../../src/openapi/media-type.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import {
  type DocumentedOperation,
  documentedOperations,
  documentedWebhooks,
} from "../../contract/operations.ts";
import { compileModule } from "./compile.ts";

/**
 * Writes `generated/validators.js`: validators of each operation's success and of each webhook's
 * payload.
 */
export function writeValidators(contract: Contract) {
  const responses = documentedOperations(contract).flatMap((pathOperation) => {
    const schema = responseSchemaOf(pathOperation);
    return schema ? [[pathOperation.operation.operationId, schema] as const] : [];
  });
  const webhooks = documentedWebhooks(contract).flatMap(({ name, operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => [name, schema] as const),
  );
  const schemas = {
    responses: Object.fromEntries(responses),
    webhooks: Object.fromEntries(webhooks),
  };
  return compileModule("validators", contract, schemas, "writeOnly");
}

/**
 * Returns the schema of a success's JSON. Of several, any will do: a validator doesn't know the
 * response's status.
 */
function responseSchemaOf({ successes }: DocumentedOperation): Schema | undefined {
  const bodies = successes.flatMap(({ mediaType = "", media }) =>
    media && isJson(mediaType) ? [media] : [],
  );
  return bodies.length > 1 ? { anyOf: bodies.map(({ schema }) => schema) } : bodies[0]?.schema;
}
