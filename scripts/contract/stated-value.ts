import { examplesOf } from "../../src/openapi/contents.ts";
import { asObject } from "../../src/openapi/json.ts";
import type { Content, Parameter } from "../../src/openapi/operation.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { exampleFromSchema } from "../../src/openapi/schema.ts";
import type { Contract, Json } from "./document.ts";

/** Returns a value that the contract states: an example, or else what the schema states. */
export function statedValueOf(
  contract: Contract,
  { schema, node = {} }: Pick<Parameter | Content, "schema" | "node">,
): Json | undefined {
  const [media = node] = Object.values(asObject(node["content"]));
  const [[, example] = []] = examplesOf(asObject(media));
  return (example?.["value"] ?? exampleFromSchema(asObject(resolve(contract, schema)))) as
    | Json
    | undefined;
}
