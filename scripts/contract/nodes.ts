import { once } from "../../src/openapi/once.ts";
import { resolve } from "../../src/openapi/reference.ts";
import type { Contract } from "./document.ts";
import { isObject } from "./json.ts";

export type Path = readonly (string | number)[];

export interface Node {
  node: Record<string, unknown>;
  path: Path;
}

/** Every object of the contract outside examples, which hold data, with its place. */
export const nodes = once((contract: Contract): Node[] => {
  const found: Node[] = [];
  const walk = (node: unknown, path: Path) => {
    if (typeof node !== "object" || node === null) return;
    const isList = Array.isArray(node);
    if (!isList) found.push({ node: node as Record<string, unknown>, path });
    const map = isMap(path);
    for (const [key, value] of Object.entries(node)) {
      if (map || !isExample(key)) walk(value, [...path, isList ? Number(key) : key]);
    }
  };
  walk(contract, []);
  return found;
});

export const isExample = (key: string | number) => key === "examples" || key === "example";

const maps = ["properties", "patternProperties", "schemas", "headers", "responses", "parameters", "paths"];

/** Whether the keys here are names, not keywords. A property may be called `headers`. */
export const isMap = (path: Path): boolean => maps.includes(`${path.at(-1)}`) && !isMap(path.slice(0, -1));

/** A node and all that it holds, references followed. */
export function below(contract: Contract, node: unknown, seen = new Set<unknown>()): Record<string, unknown>[] {
  if (typeof node !== "object" || node === null || seen.has(node)) return [];
  seen.add(node);
  const held = [resolve(contract, node), ...Object.values(node)].flatMap((each) => below(contract, each, seen));
  return isObject(node) ? [node, ...held] : held;
}

/** Whether anything that a node holds may only be received, or only sent. */
export const isMarked = (contract: Contract, node: unknown): boolean =>
  below(contract, node).some(({ readOnly, writeOnly }) => readOnly === true || writeOnly === true);
