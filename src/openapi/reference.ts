import { memoizeByRef } from "./cache.ts";
import { isObject } from "./json.ts";
import { decodeIfValid } from "./path.ts";
import { parsePointer, valueAt } from "./pointer.ts";

/**
 * Follows a reference within the document, also one to a reference, and merges its siblings in.
 * Returns other values unchanged, and `undefined` for a reference without a target or back to
 * itself. The same reference always gives the same object.
 */
export function resolve<Value>(document: object, value: Value): Value {
  if (!isReference(value)) return value;
  const targets = resolvedReferences(document);
  const chain: Reference[] = [];
  let target: unknown = value;
  while (isReference(target) && !targets.has(target)) {
    // A reference back to itself finds this.
    targets.set(target, undefined);
    chain.push(target);
    target = targetOf(document, target.$ref);
  }
  let result = isReference(target) ? targets.get(target) : target;
  for (const reference of chain.reverse()) {
    const { $ref: _, ...siblings } = reference;
    if (isObject(result) && Object.keys(siblings).length > 0) result = { ...result, ...siblings };
    targets.set(reference, result);
  }
  return targets.get(value) as Value;
}

export interface Reference {
  $ref: string;
}

export const isReference = (value: unknown): value is Reference =>
  isObject(value) && typeof value["$ref"] === "string";

const resolvedReferences = memoizeByRef((_document: object) => new WeakMap<Reference, unknown>());

/**
 * Returns the keys in a reference, such as `#/components/schemas/Token`. It is percent-encoded (RFC
 * 6901, 6).
 */
export const parseReference = ($ref: string): string[] => parsePointer(decodeIfValid($ref));

/**
 * Returns the target of a reference, not resolved any further; `undefined` if the document has
 * none.
 */
export const targetOf = (document: object, $ref: string): unknown =>
  /^#(\/|$)/.test($ref) ? valueAt(document, parseReference($ref)) : undefined;
