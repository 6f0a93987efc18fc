import { operationsOf } from "../../../src/openapi/operations.ts";
import { bodySchemasOf, inputSchemaOf } from "../../../src/openapi/request-schemas.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/**
 * Writes `generated/requests.js`, for the test server: validators of `{ path, query, header, cookie
 * }`, by operation, and of `{ body }`, by operation and media type, such as `createTask
 * application/json`.
 */
export function writeRequests(contract: Contract) {
  const inputs = operationsOf(contract).flatMap((operation) => {
    const schema = inputSchemaOf(contract, operation);
    return schema ? [[operation.id, schema] as const] : [];
  });
  const bodies = operationsOf(contract).flatMap((operation) =>
    Object.entries(bodySchemasOf(contract, operation)).map(
      ([type, schema]) => [`${operation.id} ${type}`, schema] as const,
    ),
  );
  const schemas = { inputs: Object.fromEntries(inputs), bodies: Object.fromEntries(bodies) };
  return compileModule("requests", contract, schemas, "readOnly");
}
