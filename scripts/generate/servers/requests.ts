import { readOperations } from "../../../src/document/read-operations.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/** Writes `generated/requests.js`: validators of the inputs and the bodies of requests, for the test server. */
export async function writeRequests(contract: Contract): Promise<Record<"requests.js" | "requests.d.ts", string>> {
  const operations = Object.entries(readOperations(contract));
  const inputs = operations.flatMap(([id, { inputs }]) => (inputs ? [[id, inputs] as const] : []));
  const bodies = operations.flatMap(([id, { bodies }]) =>
    Object.entries(bodies).map(([type, schema]) => [`${id} ${type}`, schema] as const),
  );
  const schemas = { inputs: Object.fromEntries(inputs), bodies: Object.fromEntries(bodies) };
  return {
    "requests.js": await compileModule(contract, schemas, "readOnly"),
    "requests.d.ts": `import type { CompiledSchema } from "../src/openapi/differences.ts";

/** Of \`{ path, query, header, cookie }\`, by operation. */
export declare const inputs: Record<string, CompiledSchema>;
/** Of \`{ body }\`, by operation and media type: \`createTask application/json\`. */
export declare const bodies: Record<string, CompiledSchema>;
`,
  };
}
