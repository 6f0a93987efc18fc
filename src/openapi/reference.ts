import { cachePerDocument } from "./cache.ts";
import { isObject, type JsonObject } from "./json.ts";
import { decode } from "./path.ts";
import { keysOf, valueAt } from "./pointer.ts";

/**
 * Follows a reference within the document, also one to a reference, and merges its siblings in. Returns other values
 * unchanged, and `undefined` for a reference without a target or back to itself. The same reference always gives the
 * same object.
 */
export function resolve<Value>(document: object, value: Value): Value {
  if (!isReference(value)) return value;
  const targets = resolvedReferences(document);
  if (!targets.has(value)) {
    // A reference back to itself finds this.
    targets.set(value, undefined);
    const { $ref, ...siblings } = value as Reference;
    const target = resolve(document, targetOf(document, $ref));
    targets.set(value, isObject(target) && Object.keys(siblings).length > 0 ? { ...target, ...siblings } : target);
  }
  return targets.get(value) as Value;
}

interface Reference {
  $ref: string;
}

const isReference = (value: unknown): value is Reference => isObject(value) && typeof value["$ref"] === "string";

const resolvedReferences = cachePerDocument((_document: object) => new WeakMap<Reference, unknown>());

/** Returns the keys in a reference, such as `#/components/schemas/Token`. It is percent-encoded (RFC 6901, 6). */
export const targetKeysOf = ($ref: string): string[] => keysOf(decode($ref) ?? $ref);

/** Returns the target of a reference, not resolved any further; `undefined` if the document has none. */
export const targetOf = (document: object, $ref: string): unknown =>
  /^#(\/|$)/.test($ref) ? valueAt(document, targetKeysOf($ref)) : undefined;

/** Yields the references that a value contains. Data, such as examples, contains none. */
export function* referencesIn(value: unknown): Generator<Reference> {
  if (typeof value !== "object" || value === null) return;
  if (isReference(value)) yield value;
  for (const [key, inner] of Object.entries(value)) {
    // The keys of these are names, which mean nothing: a property can be called `default`.
    if (maps.has(key) && isObject(inner)) for (const member of Object.values(inner)) yield* referencesIn(member);
    else if (!data.has(key)) yield* referencesIn(inner);
  }
}

const maps = new Set(
  `properties patternProperties dependentSchemas $defs schemas responses parameters examples requestBodies headers
  securitySchemes pathItems paths webhooks content encoding`.split(/\s+/),
);
const data = new Set(["example", "examples", "default", "const", "enum", "value"]);

/** Returns the targets of all references in a value, and of the references in these targets, by reference. */
export function collectTargets(document: object, value: unknown): Map<string, unknown> {
  const targets = new Map<string, unknown>();
  const pending = [value];
  for (const node of pending) {
    for (const { $ref } of referencesIn(node)) {
      if (targets.has($ref)) continue;
      const target = targetOf(document, $ref);
      targets.set($ref, target);
      pending.push(target);
    }
  }
  return targets;
}

/** Copies a schema, with the targets of its references as `$defs`. */
export function toSelfContained(document: object, schema: JsonObject): JsonObject {
  const targets = collectTargets(document, schema);
  if (targets.size === 0) return schema;
  const names = new Map<string, string>();
  for (const $ref of targets.keys()) {
    let name = (targetKeysOf($ref).at(-1) ?? "").replaceAll(/\W/g, "_");
    while ([...names.values()].includes(name)) name += "_";
    names.set($ref, name);
  }
  const $defs = Object.fromEntries([...targets].map(([$ref, target]) => [names.get($ref), target]));
  const copy = JSON.parse(JSON.stringify({ ...schema, $defs })) as JsonObject;
  for (const reference of referencesIn(copy)) reference.$ref = `#/$defs/${names.get(reference.$ref)}`;
  return copy;
}
