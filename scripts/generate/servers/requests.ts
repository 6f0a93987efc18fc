import { operationsOf } from "../../../src/openapi/operations.ts";
import { bodySchemasOf, inputSchemaOf } from "../../../src/openapi/request-schemas.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/**
 * Writes `generated/requests.js`, for the test server: validators of requests, by operation: of `{
 * path, query, header, cookie }` as `inputs`, and of `{ body }` by media type.
 */
export const writeRequests = async (contract: Contract) => ({
  "requests.js": await compileModule(contract, "readOnly", (compile) => {
    const requests = operationsOf(contract).flatMap((operation) => {
      const inputs = inputSchemaOf(contract, operation);
      const schemas = { ...(inputs && { inputs }), ...bodySchemasOf(contract, operation) };
      const parts = Object.entries(schemas).map(([part, schema]) => [part, compile(schema)]);
      return parts.length > 0 ? [[operation.id, Object.fromEntries(parts)]] : [];
    });
    return { requests: Object.fromEntries(requests) };
  }),
  "requests.d.ts": `import type { CompiledSchema } from "../src/openapi/differences.ts";

export declare const requests: Record<string, Record<string, CompiledSchema>>;
`,
});
