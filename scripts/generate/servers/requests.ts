import { readOperations } from "../../../src/document/read-operations.ts";
import { createSchemaCopier } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "../validators/compile.ts";

/** Writes `generated/requests.js`: validators of the inputs and the bodies of requests, for the test server. */
export async function writeRequests(contract: Contract): Promise<Record<"requests.js" | "requests.d.ts", string>> {
  const schemas = new Map<string, unknown>();
  const copy = createSchemaCopier(contract, "readOnly", (schema, id) => schemas.set(id, schema));
  const read = Object.entries(readOperations(contract));
  const namedSchemas = read.flatMap(([id, { inputs, bodies }]) => [
    ...(inputs ? [[`inputs ${id}`, copy(inputs)] as const] : []),
    ...Object.entries(bodies).map(([type, schema]) => [`bodies ${id} ${type}`, copy(schema)] as const),
  ]);
  // Many operations have the same inputs: each schema is compiled once.
  const unique = new Map(namedSchemas.map(([, schema]) => [JSON.stringify(schema), schema]));
  const ids = new Map([...unique.keys()].map((text, index) => [text, `root-${index}`]));
  for (const [text, schema] of unique) schemas.set(ids.get(text) ?? "", schema);
  const roots = Object.fromEntries(namedSchemas.map(([name, schema]) => [name, ids.get(JSON.stringify(schema)) ?? ""]));
  const options = { validateFormats: true, allErrors: true };
  return {
    "requests.js": await compileModule(schemas, roots, ["inputs", "bodies"], options),
    "requests.d.ts": `import type { CompiledSchema } from "../src/openapi/differences.ts";

/** Of \`{ path, query, header, cookie }\`, by operation. */
export declare const inputs: Record<string, CompiledSchema>;
/** Of \`{ body }\`, by operation and media type: \`createTask application/json\`. */
export declare const bodies: Record<string, CompiledSchema>;
`,
  };
}
