import { cachePerDocument } from "../../src/openapi/cache.ts";
import { resolve } from "../../src/openapi/reference.ts";
import type { Contract } from "./document.ts";
import { isObject } from "./json.ts";

export type Path = readonly (string | number)[];

export interface ContractNode {
  node: Record<string, unknown>;
  path: Path;
}

/** Lists every object of the contract with its path, but for those in examples, which contain data. */
export const nodes = cachePerDocument((contract: Contract): ContractNode[] => {
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
  walk(contract, []);
  return contractNodes;
});

export const isExample = (key: string | number) => key === "examples" || key === "example";

const maps = ["properties", "patternProperties", "schemas", "headers", "responses", "parameters", "paths"];

/** Returns whether the keys at a path are names, not keywords. A property may be called `headers`. */
export const isMap = (path: Path): boolean => maps.includes(`${path.at(-1)}`) && !isMap(path.slice(0, -1));

/** Returns a node and all that it contains, references followed. */
export function withDescendants(
  contract: Contract,
  node: unknown,
  visitedNodes = new Set<unknown>(),
): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null || visitedNodes.has(node)) return [];
  visitedNodes.add(node);
  const descendants = [resolve(contract, node), ...Object.values(node)].flatMap((child) =>
    withDescendants(contract, child, visitedNodes),
  );
  return isObject(node) ? [node, ...descendants] : descendants;
}

/** Returns whether a node contains a property that may only be received, or only sent. */
export const isMarked = (contract: Contract, node: unknown): boolean =>
  withDescendants(contract, node).some(({ readOnly, writeOnly }) => readOnly === true || writeOnly === true);
