import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import { acceptsAnything, jsonKindOf } from "../../../src/openapi/schema.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "./compile.ts";

/**
 * Writes `generated/validators.js`: validators of each operation's responses, and of each webhook's
 * payload, by media type.
 */
export const writeValidators = async (contract: Contract) => ({
  "validators.js": await compileModule(contract, "writeOnly", (compile) => {
    const responses = operationsOf(contract).map(({ id, responses }) => [
      id,
      responses.map(({ code, contents }) => ({
        code,
        contents: contents.map(({ mediaType, schema = {} }) => ({
          mediaType,
          schema: acceptsAnything(contract, schema) ? undefined : compile(schema),
          isEnvelope: jsonKindOf(contract, schema) === "envelope" || undefined,
        })),
      })),
    ]);
    const webhooks = webhooksOf(contract).map(({ name, body }) => [
      name,
      Object.fromEntries(
        (body?.contents ?? []).map(({ mediaType, schema = {} }) => [mediaType, compile(schema)]),
      ),
    ]);
    return {
      responses: Object.fromEntries(responses),
      webhooks: Object.fromEntries(webhooks),
    };
  }),
  "validators.d.ts": `import type { CompiledResponse, CompiledSchema } from "../src/openapi/differences.ts";

export declare const responses: Record<string, readonly CompiledResponse[]>;
export declare const webhooks: Record<string, Record<string, CompiledSchema>>;
`,
});
