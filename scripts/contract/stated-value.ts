import { asList, asObject, isObject } from "../../src/openapi/json.ts";
import { resolve } from "../../src/openapi/reference.ts";
import type { Contract, Example, Json, Schema } from "./document.ts";

/** A part of the contract that can state a value: a parameter, or the content of a body. */
export interface ValueSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/** Returns a value that the contract states: an example, or else what the schema states. */
export function statedValueOf(contract: Contract, { schema, example, examples = {} }: ValueSource): Json | undefined {
  return example ?? Object.values(examples)[0]?.value ?? stateBySchema(contract, schema, []);
}

/**
 * Returns the schema's example, default or first listed value, or else a value whose parts are stated: that of an
 * alternative, a list of one item, or the required properties.
 * @param ancestors The schemas that contain this one. A schema within itself states nothing.
 */
function stateBySchema(contract: Contract, unresolved: Schema | undefined, ancestors: Schema[]): Json | undefined {
  const schema = resolve(contract, unresolved);
  if (!isObject(schema) || ancestors.includes(schema)) return undefined;
  const stateInner = (inner: unknown) => stateBySchema(contract, inner as Schema, [...ancestors, schema]);
  const listOf = (keyword: string) => asList(schema[keyword]) as Json[];
  const [value] = [...listOf("examples"), schema["default"], schema["const"], ...listOf("enum")].filter(isStated);
  if (isStated(value)) return value as Json;
  const [alternative] = [...listOf("oneOf"), ...listOf("anyOf")].map(stateInner).filter(isStated);
  if (alternative !== undefined) return alternative;
  const item = stateInner(schema["items"]);
  if (item !== undefined && Number(schema["minItems"] ?? 0) <= 1) return [item];
  const names = listOf("required").map(String);
  const fields = names.map((name) => [name, stateInner(asObject(schema["properties"])[name])] as const);
  const isComplete = fields.length > 0 && !schema["allOf"] && fields.every(([, field]) => field !== undefined);
  return isComplete ? (Object.fromEntries(fields) as Json) : undefined;
}

const isStated = (value: unknown) => value !== undefined;
