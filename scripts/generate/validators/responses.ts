import { bodySchemaOf } from "../../../src/openapi/contents.ts";
import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import { acceptsAnything } from "../../../src/openapi/schema.ts";
import type { Contract } from "../../contract/document.ts";
import { compileModule } from "./compile.ts";

/**
 * Writes `generated/validators.js`: validators of the JSON of each operation's responses, by code,
 * and of each webhook's payload, by media type.
 */
export function writeValidators(contract: Contract) {
  const responses = operationsOf(contract).flatMap(({ id, responses }) => {
    const schemas = responses.flatMap(({ code, contents }) => {
      // Without a body, too: its status would have the body of `default`.
      const schema = bodySchemaOf(contents) ?? {};
      // No status falls through to another response after `default`.
      const isUnneeded = code === "default" && acceptsAnything(contract, schema);
      return isUnneeded ? [] : [[code, schema] as const];
    });
    return schemas.length > 0 ? [[id, Object.fromEntries(schemas)] as const] : [];
  });
  const webhooks = webhooksOf(contract).map(({ name, body }) => [
    name,
    Object.fromEntries(
      (body?.contents ?? []).map(({ mediaType, schema = {} }) => [mediaType, schema] as const),
    ),
  ]);
  const schemas = {
    responses: Object.fromEntries(responses),
    webhooks: Object.fromEntries(webhooks),
  };
  return compileModule("validators", contract, schemas, "writeOnly");
}
