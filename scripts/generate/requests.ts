import type { Node } from "../../src/mock/document.ts";
import { readOperations } from "../../src/mock/operations.ts";
import { schemaCopier } from "../../src/mock/schemas.ts";
import type { Contract } from "../contract.ts";
import { standalone } from "./validators.ts";

/** `generated/requests.js`: validators of the inputs and the bodies of requests, for the test server. */
export async function requests(contract: Contract): Promise<Record<"requests.js" | "requests.d.ts", string>> {
  const document = contract as unknown as Node;
  const schemas = new Map<string, unknown>();
  const copy = schemaCopier(document, "readOnly", (schema, id) => schemas.set(id, schema));
  const read = Object.entries(readOperations(document));
  const named = read.flatMap(([id, { inputs, bodies }]) => [
    ...(inputs ? [[`${id}_inputs`, inputs] as const] : []),
    ...Object.values(bodies).map((schema, index) => [`${id}_${index}`, schema] as const),
  ]);
  for (const [name, schema] of named) schemas.set(name, copy(schema));
  const roots = Object.fromEntries(named.map(([name]) => [name, name]));
  return {
    "requests.js": await standalone(schemas, roots, { validateFormats: true }),
    "requests.d.ts": `// By operation: createTask_inputs, and createTask_0 for the first media type of its bodies.
export {};
`,
  };
}
