import { targetOf } from "../../../src/openapi/reference.ts";
import { type Contract, isObject, type Json, type Schema } from "../../contract.ts";

/** A place in a schema whose value is searched for. */
export interface Place {
  contract: Contract;
  /** The schemas around it. A schema within itself has no value. */
  ancestors: readonly Json[];
  /** How many more schemas the search looks at: there can be countless alternatives within alternatives. */
  search: { schemasLeft: number };
}

/** Yields schemas without parts: a schema, merged with its parts and with one choice of each of its alternatives. */
export function* variantsOf(place: Place, schema: Json): Generator<Schema> {
  if (schema === true) yield {};
  if (!isObject(schema) || place.ancestors.includes(schema) || place.search.schemasLeft-- <= 0) return;
  const innerPlace = { ...place, ancestors: [...place.ancestors, schema as Json] };
  const { $ref, allOf, anyOf, oneOf, dependentSchemas, ...keywords } = schema as Schema;
  const { if: ifSchema, then: thenSchema = true, else: elseSchema = true, ...ownKeywords } = keywords;
  const target = $ref === undefined ? [] : [targetOf(place.contract, $ref)];
  const parts = [...target, ...((allOf ?? []) as Json[]), ...Object.values((dependentSchemas ?? {}) as Schema)];
  const conditions = ifSchema === undefined ? undefined : [{ allOf: [ifSchema, thenSchema] }, elseSchema];
  const choices = [...parts.map((part) => [part]), anyOf, oneOf, conditions].filter(Boolean);
  yield* withChoices(ownKeywords as Schema, choices as Json[][]);

  function* withChoices(base: Schema, [alternatives, ...otherChoices]: Json[][]): Generator<Schema> {
    if (!alternatives) return yield base;
    for (const alternative of alternatives) {
      for (const variant of variantsOf(innerPlace, alternative)) {
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
