import { isJson } from "../../../src/openapi/media-type.ts";
import { isPresenceUnknown } from "../../../src/openapi/unknowns.ts";
import type { Contract, Schema } from "../../contract/document.ts";
import { type DocumentedOperation, documentedOperations, documentedWebhooks } from "../../contract/operations.ts";
import { compileModule } from "./compile.ts";

/**
 * Writes `generated/validators.js` and its types: validators of each operation's success and of each webhook's payload,
 * compiled ahead of time.
 */
export async function writeValidators(
  contract: Contract,
): Promise<Record<"validators.js" | "validators.d.ts", string>> {
  const responses = documentedOperations(contract).flatMap((pathOperation) => {
    const schema = responseSchemaOf(pathOperation);
    return schema ? [[pathOperation.operation.operationId, schema] as const] : [];
  });
  const webhooks = documentedWebhooks(contract).flatMap(({ name, operation: { requestBody } }) =>
    Object.values(requestBody?.content ?? {}).map(({ schema }) => [name, schema] as const),
  );
  const schemas = { responses: Object.fromEntries(responses), webhooks: Object.fromEntries(webhooks) };
  return {
    "validators.js": `${await compileModule(contract, schemas, "writeOnly")}export const isPresenceUnknown = ${isPresenceUnknown(contract)};
`,
    "validators.d.ts": `import type { CompiledSchema } from "../src/openapi/differences.ts";

/** Whether the contract leaves open if listed fields can be absent or null. */
export declare const isPresenceUnknown: boolean;
export declare const responses: Record<string, CompiledSchema>;
export declare const webhooks: Record<string, CompiledSchema>;
`,
  };
}

/** Returns the schema of a success's JSON. Of several, any will do: a validator doesn't know the response's status. */
function responseSchemaOf({ successes }: DocumentedOperation): Schema | undefined {
  const bodies = successes.flatMap(({ mediaType = "", media }) => (media && isJson(mediaType) ? [media] : []));
  return bodies.length > 1 ? { anyOf: bodies.map(({ schema }) => schema) } : bodies[0]?.schema;
}
