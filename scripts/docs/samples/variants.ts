import { targetOf } from "../../../src/openapi/reference.ts";
import { type Contract, isObject, type Json, type Schema } from "../../contract.ts";

/** Yields schemas without parts: a schema, merged with its parts and with one choice of each of its alternatives. */
export function* variantsOf(contract: Contract, schema: Json, ancestors: readonly unknown[]): Generator<Schema> {
  if (schema === true) yield {};
  if (!isObject(schema) || ancestors.includes(schema)) return;
  const { $ref, allOf, anyOf, oneOf, dependentSchemas, ...keywords } = schema as Schema;
  const { if: ifSchema, then: thenSchema = true, else: elseSchema = true, ...ownKeywords } = keywords;
  const target = $ref === undefined ? [] : [targetOf(contract, $ref)];
  const parts = [...target, ...((allOf ?? []) as Json[]), ...Object.values((dependentSchemas ?? {}) as Schema)];
  const conditions = ifSchema === undefined ? undefined : [{ allOf: [ifSchema, thenSchema] }, elseSchema];
  const choices = [...parts.map((part) => [part]), anyOf, oneOf, conditions].filter(Boolean);
  yield* withChoices(ownKeywords as Schema, choices as Json[][]);

  function* withChoices(base: Schema, [alternatives, ...otherChoices]: Json[][]): Generator<Schema> {
    if (!alternatives) return yield base;
    for (const alternative of alternatives) {
      for (const variant of variantsOf(contract, alternative, [...ancestors, schema])) {
        yield* withChoices(merge(base, variant, narrow), otherChoices);
      }
    }
  }
}

function merge(first: Schema, second: Schema, mergeValues: (key: string, first: Json, second: Json) => Json): Schema {
  const sharedValues = Object.entries(first).flatMap(([key, value]) =>
    key in second ? [[key, mergeValues(key, value, second[key] as Json)]] : [],
  );
  return { ...second, ...first, ...Object.fromEntries(sharedValues) };
}

/** Merges the values of a keyword. Lists are joined, since a schema's own validator checks what is made of them. */
function narrow(keyword: string, first: Json, second: Json): Json {
  if (keyword === "type" || Array.isArray(first)) return [...new Set([first, second].flat())];
  if (typeof first === "number") return (/min/i.test(keyword) ? Math.max : Math.min)(first, Number(second));
  if (/^p.*Properties$|^properties$/.test(keyword)) return merge(first as Schema, second as Schema, bothOf);
  return isObject(first) ? bothOf(keyword, first, second) : first;
}

const bothOf = (_: string, first: Json, second: Json): Json => ({ allOf: [first, second] });
