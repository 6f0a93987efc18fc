import { cachePerDocument } from "./cache.ts";
import { asList, isObject, type JsonObject } from "./json.ts";
import { pointerOf } from "./pointer.ts";
import { resolve } from "./reference.ts";

export type Path = readonly (string | number)[];

export interface ContractNode {
  node: Record<string, unknown>;
  path: Path;
}

/** Lists every object of a document with its path, but for those in examples, which contain data. */
export const nodes = cachePerDocument((document: object): ContractNode[] => {
  const contractNodes: ContractNode[] = [];
  const walk = (node: unknown, path: Path) => {
    if (typeof node !== "object" || node === null) return;
    const isList = Array.isArray(node);
    if (!isList) contractNodes.push({ node: node as Record<string, unknown>, path });
    const map = isMap(path);
    for (const [key, value] of Object.entries(node)) {
      if (map || !isExample(key)) walk(value, [...path, isList ? Number(key) : key]);
    }
  };
  walk(document, []);
  return contractNodes;
});

export const isExample = (key: string | number) => key === "examples" || key === "example";

const maps = [
  "properties",
  "patternProperties",
  "schemas",
  "headers",
  "responses",
  "parameters",
  "paths",
  "x-not-shown",
];

/** Returns whether the keys at a path are names, not keywords. A property may be called `headers`. */
export const isMap = (path: Path): boolean => maps.includes(`${path.at(-1)}`) && !isMap(path.slice(0, -1));

/** Returns a node and all that it contains, references followed. */
export function withDescendants(
  document: object,
  node: unknown,
  visitedNodes = new Set<unknown>(),
): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null || visitedNodes.has(node)) return [];
  visitedNodes.add(node);
  const descendants = [resolve(document, node), ...Object.values(node)].flatMap((child) =>
    withDescendants(document, child, visitedNodes),
  );
  return isObject(node) ? [node, ...descendants] : descendants;
}

/** Returns the schemas that a schema is composed of, and itself last, references resolved: all that one value has. */
export function schemasOf(document: object, schema: unknown, visitedSchemas = new Set<JsonObject>()): JsonObject[] {
  const target = resolve(document, schema);
  if (!isObject(target) || visitedSchemas.has(target)) return [];
  visitedSchemas.add(target);
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => asList(target[keyword]));
  const parts = [...lists, target["if"], target["then"], target["else"]];
  return [...parts.flatMap((part) => schemasOf(document, part, visitedSchemas)), target];
}

export interface Unknown {
  /** Stable: it names the same unknown in every version of the contract. */
  id: string;
  /** A noun phrase. Whoever prints it puts the word "Unknown" before it. */
  description: string;
  /** The place in the contract, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** An unknown at its node: its id, and the noun phrase. */
export type Mark = readonly [id: string, description: string];

export function marksOf(node: unknown): Mark[] {
  const marks = isObject(node) ? node["x-not-shown"] : undefined;
  return isObject(marks) ? Object.entries(marks as Record<string, string>) : [];
}

/** Returns the ids of the unknowns of a node and of all that it contains, references followed. */
export const unknownIdsOf = (document: object, node: unknown): string[] =>
  withDescendants(document, node).flatMap((part) => marksOf(part).map(([id]) => id));

/** Lists every unknown, in the contract's order. */
export const unknowns = cachePerDocument((document: object): Unknown[] =>
  nodes(document).flatMap(({ node, path }) => {
    const pointer = pointerOf(path);
    return marksOf(node).map(([id, description]) => ({ id, description, pointer }));
  }),
);
