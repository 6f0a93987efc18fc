import { memoizeByRef } from "./cache.ts";
import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { isMap, nodes } from "./nodes.ts";
import { isReference, targetOf } from "./reference.ts";

const maxDepth = 500;

export const endlessProblem = `refers to itself without a value in between, or to more than ${maxDepth} in a row, so it can't be checked`;

/**
 * Collects the schemas of a document whose check never ends, or is too deep for the stack: those
 * that apply themselves to the same value, by references and alternatives, or hundreds in a row,
 * and those that apply such a schema.
 */
export const endlessSchemas = memoizeByRef((document: object): ReadonlySet<unknown> => {
  const schemas = new Set<unknown>(
    nodes(document).flatMap(({ node, path }) => (isMap(path) ? [] : node)),
  );
  const anchored = new Map<string, JsonObject[]>();
  for (const schema of schemas as Set<JsonObject>) {
    if (!("$dynamicAnchor" in schema)) continue;
    const anchor = `#${schema["$dynamicAnchor"]}`;
    anchored.set(anchor, [...(anchored.get(anchor) ?? []), schema]);
  }
  const dependents = new Map<unknown, JsonObject[]>();
  const counts = new Map<JsonObject, number>();
  for (const schema of schemas as Set<JsonObject>) {
    // A dynamic reference can be to each schema with its anchor.
    const dynamic = anchored.get(`${schema["$dynamicRef"]}`) ?? [];
    const parts = [...partsOf(document, schema), ...dynamic].filter((part) => schemas.has(part));
    counts.set(schema, parts.length);
    for (const part of parts) dependents.set(part, [...(dependents.get(part) ?? []), schema]);
  }
  const depths = new Map<unknown, number>();
  const depthOf = (schema: unknown) => depths.get(schema) ?? 0;
  // A schema ends if all that it applies ends.
  const ending = [...counts].flatMap(([schema, count]) => (count === 0 ? schema : []));
  for (const schema of ending) {
    if (depthOf(schema) > maxDepth) continue;
    for (const dependent of dependents.get(schema) ?? []) {
      const count = (counts.get(dependent) ?? 0) - 1;
      counts.set(dependent, count);
      depths.set(dependent, Math.max(depthOf(dependent), depthOf(schema) + 1));
      if (count === 0) ending.push(dependent);
    }
  }
  return new Set([...counts].flatMap(([schema, count]) => (count > 0 ? schema : [])));
});

/** Lists the schemas that a schema applies to the same value. */
const partsOf = (document: object, schema: JsonObject): unknown[] =>
  [
    isReference(schema) ? targetOf(document, schema.$ref) : undefined,
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(schema[keyword])),
    ...["not", "if", "then", "else"].map((keyword) => schema[keyword]),
    ...Object.values(asObject(schema["dependentSchemas"])),
  ].filter(isObject);
