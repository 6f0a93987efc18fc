import { examplesOf } from "../../src/openapi/contents.ts";
import { asObject, type JsonObject } from "../../src/openapi/json.ts";
import type { Content, Parameter } from "../../src/openapi/operation.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { exampleFromSchema } from "../../src/openapi/schema.ts";
import type { Contract, Json } from "./document.ts";

/**
 * Returns the object that has the schema and the examples of a parameter, a header or a body: the
 * node itself, unless it's declared as content.
 */
export const mediaOf = (node: JsonObject = {}): JsonObject =>
  asObject(Object.values(asObject(node["content"]))[0] ?? node);

/** Returns a value that the contract states: an example, or else what the schema states. */
export function statedValueOf(
  contract: Contract,
  { schema, node }: Pick<Parameter | Content, "schema" | "node">,
): Json | undefined {
  const [[, example] = []] = examplesOf(mediaOf(node));
  return (example?.["value"] ?? exampleFromSchema(asObject(resolve(contract, schema)))) as
    | Json
    | undefined;
}
