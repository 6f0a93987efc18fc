import { memoizeByRef } from "./cache.ts";
import { asObject } from "./json.ts";
import { isReference, type Reference, targetOf } from "./reference.ts";

export type Path = readonly (string | number)[];

interface ContractNode {
  node: Record<string, unknown>;
  path: Path;
}

export const nodes = memoizeByRef((document: object): ContractNode[] => nodesIn(document));

/**
 * Lists every object in a value that has keywords: no map of names, and nothing in data. Examples can
 * be references.
 */
export function nodesIn(value: unknown): ContractNode[] {
  const contractNodes: ContractNode[] = [];
  const walk = (node: unknown, path: Path) => {
    if (typeof node !== "object" || node === null) return;
    const isList = Array.isArray(node);
    const hasNames = isMap(path);
    if (!isList && !hasNames) contractNodes.push({ node: node as Record<string, unknown>, path });
    for (const [key, inner] of Object.entries(node)) {
      if (typeof inner !== "object") continue;
      const innerPath = [...path, isList ? Number(key) : key];
      if (hasNames || !dataKeywords.has(key)) walk(inner, innerPath);
      else if (key === "examples") {
        for (const [name, example] of Object.entries(asObject(inner))) {
          if (isReference(example)) walk(example, [...innerPath, name]);
        }
      }
    }
  };
  walk(value, []);
  return contractNodes;
}

export const isExample = (key: string | number) => key === "examples" || key === "example";

/** The keywords whose values contain no nodes. */
export const dataKeywords = new Set(
  "example examples default const enum value dataValue dependentRequired".split(" "),
);

/** The keywords whose values have names as keys. */
export const mapKeywords = new Set(
  `properties patternProperties dependentSchemas $defs schemas responses parameters requestBodies headers
  securitySchemes pathItems paths webhooks callbacks encoding mediaTypes additionalOperations x-not-shown`.split(
    /\s+/,
  ),
);

/**
 * Returns whether the keys at a path are names, not keywords. A property may be called `headers`.
 */
export const isMap = (path: Path): boolean =>
  mapKeywords.has(`${path.at(-1)}`) && !isMap(path.slice(0, -1));

export const referencesIn = (value: unknown): Reference[] =>
  nodesIn(value).flatMap(({ node }) => (isReference(node) ? [node] : []));

/**
 * Collects the objects in a value and in the targets of its references, and these targets by
 * reference.
 */
function follow(document: object, value: unknown) {
  const targets = new Map<string, unknown>();
  const descendants = new Set<Record<string, unknown>>();
  const pending = [value];
  for (const part of pending) {
    for (const { node } of nodesIn(part)) {
      descendants.add(node);
      if (!isReference(node) || targets.has(node.$ref)) continue;
      const target = targetOf(document, node.$ref);
      targets.set(node.$ref, target);
      pending.push(target);
    }
  }
  return { targets, descendants };
}

/**
 * Returns the targets of all references in a value, and of the references in these targets, by
 * reference.
 */
export const collectTargets = (document: object, value: unknown): Map<string, unknown> =>
  follow(document, value).targets;

export const reachableObjects = (document: object, value: unknown): Record<string, unknown>[] => [
  ...follow(document, value).descendants,
];
