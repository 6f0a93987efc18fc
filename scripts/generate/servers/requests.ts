import { readOperations } from "../../../src/document/read-operations.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/**
 * Writes `generated/requests.js`, for the test server: validators of `{ path, query, header, cookie
 * }`, by operation, and of `{ body }`, by operation and media type, such as `createTask
 * application/json`.
 */
export function writeRequests(contract: Contract) {
  const operations = Object.entries(readOperations(contract));
  const inputs = operations.flatMap(([id, { inputs }]) => (inputs ? [[id, inputs] as const] : []));
  const bodies = operations.flatMap(([id, { bodies }]) =>
    Object.entries(bodies).map(([type, schema]) => [`${id} ${type}`, schema] as const),
  );
  const schemas = { inputs: Object.fromEntries(inputs), bodies: Object.fromEntries(bodies) };
  return compileModule("requests", contract, schemas, "readOnly");
}
