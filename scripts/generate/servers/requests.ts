import { operationsOf } from "../../../src/openapi/operations.ts";
import { bodySchemasOf, inputSchemaOf } from "../../../src/openapi/request-schemas.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/**
 * Writes `generated/requests.js`, for the test server: validators of requests, by operation: of `{
 * path, query, header, cookie }` as `inputs`, and of `{ body }` by media type.
 */
export function writeRequests(contract: Contract) {
  const requests = operationsOf(contract).flatMap((operation) => {
    const inputs = inputSchemaOf(contract, operation);
    const schemas = { ...(inputs && { inputs }), ...bodySchemasOf(contract, operation) };
    return Object.keys(schemas).length > 0 ? [[operation.id, schemas] as const] : [];
  });
  return compileModule(
    "requests",
    contract,
    { requests: Object.fromEntries(requests) },
    "readOnly",
  );
}
