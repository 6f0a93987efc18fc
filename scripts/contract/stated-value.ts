import { resolve } from "../../src/openapi/reference.ts";
import type { Contract, Example, Schema } from "./document.ts";
import type { Json } from "./json.ts";

/** A part of the contract that can state a value: a parameter, or the content of a body. */
export interface ValueSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/** Returns a value that the contract states: an example, or else the schema's example, default or first listed value. */
export function statedValueOf(contract: Contract, { schema, example, examples = {} }: ValueSource): Json | undefined {
  const {
    examples: schemaExamples = [],
    default: usual,
    const: constant,
    enum: values = [],
  } = resolve(contract, schema) ?? {};
  const [first] = Object.values(examples);
  const candidates = [example, first?.value, ...(schemaExamples as Json[]), usual, constant, ...(values as Json[])];
  return candidates.find((value) => value !== undefined) as Json | undefined;
}
