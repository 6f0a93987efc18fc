import { resolve } from "../../src/openapi/reference.ts";
import { statedBySchema } from "../../src/openapi/schema.ts";
import type { Contract, Example, Json, Schema } from "./document.ts";

/** A part of the contract that can state a value: a parameter, or the content of a body. */
export interface ValueSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/** Returns a value that the contract states: an example, or else what the schema states. */
export const statedValueOf = (
  contract: Contract,
  { schema, example, examples = {} }: ValueSource,
): Json | undefined =>
  example ??
  Object.values(examples)[0]?.value ??
  (statedBySchema(resolve(contract, schema) ?? {}) as Json | undefined);
