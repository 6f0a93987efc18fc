import type { JsonObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { successesOf } from "../../contract/operations.ts";
import { compileModule } from "./compile.ts";

/**
 * Writes `generated/validators.js`: validators of each operation's success and of each webhook's
 * payload.
 */
export function writeValidators(contract: Contract) {
  const responses = operationsOf(contract).flatMap((operation) => {
    const schema = responseSchemaOf(operation);
    return schema ? [[operation.id, schema] as const] : [];
  });
  const webhooks = webhooksOf(contract).flatMap(({ name, body }) =>
    (body?.contents ?? []).map(({ schema }) => [name, schema ?? {}] as const),
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
function responseSchemaOf(operation: Operation): JsonObject | undefined {
  const schemas = successesOf(operation).flatMap(({ content }) =>
    content && isJson(content.mediaType) ? [content.schema ?? {}] : [],
  );
  return schemas.length > 1 ? { anyOf: schemas } : schemas[0];
}
