import { memoizeByRef } from "./cache.ts";
import { asList, asObject, isObject, type JsonObject, maxDepth } from "./json.ts";
import { nodes } from "./nodes.ts";
import { isReference, targetOf } from "./reference.ts";

export const endlessProblem = `refers to itself without a value in between, or to more than ${maxDepth} in a row, so it can't be checked`;

/**
 * Collects the schemas of a document whose check never ends, or is too deep for the stack: those
 * that apply themselves to the same value, by references and alternatives, or hundreds in a row,
 * and those that apply such a schema.
 */
export const endlessSchemas = memoizeByRef((document: object): ReadonlySet<unknown> => {
  const knownLevels = new Map<unknown, number>();
  function levelsOf(schema: JsonObject, depth: number): number {
    const known = knownLevels.get(schema);
    if (known !== undefined) return known;
    if (depth > maxDepth) return Infinity;
    // A schema that applies itself finds this.
    knownLevels.set(schema, Infinity);
    const partLevels = partsOf(document, schema).map((part) => levelsOf(part, depth + 1));
    const levels = Math.max(0, ...partLevels) + 1;
    knownLevels.set(schema, levels);
    return levels;
  }
  const endless = nodes(document).filter(({ node }) => levelsOf(node, 0) > maxDepth);
  return new Set(endless.map(({ node }) => node));
});

/** Lists the schemas that a schema applies to the same value. */
const partsOf = (document: object, schema: JsonObject): JsonObject[] =>
  [
    isReference(schema) ? targetOf(document, schema.$ref) : undefined,
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(schema[keyword])),
    ...["not", "if", "then", "else"].map((keyword) => schema[keyword]),
    ...Object.values(asObject(schema["dependentSchemas"])),
  ].filter(isObject);
