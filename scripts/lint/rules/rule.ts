import type { Contract } from "../../contract.ts";

export type Path = (string | number)[];

export interface Finding {
  message: string;
  path: Path;
}

/** A rule reads the whole contract and says what is wrong where. */
export type Rule = (contract: Contract) => Finding[];

type Visit = (node: Record<string, unknown>, path: Path) => Finding[];

/** What `visit` finds in every object of the document. */
export function everywhere(node: unknown, visit: Visit, path: Path = []): Finding[] {
  if (typeof node !== "object" || node === null) return [];
  const own = Array.isArray(node) ? [] : visit(node as Record<string, unknown>, path);
  const below = Object.entries(node).flatMap(([key, value]) =>
    everywhere(value, visit, [...path, Array.isArray(node) ? Number(key) : key]),
  );
  return [...own, ...below];
}

/** What `visit` finds in every object outside examples, whose content is data. */
export function everywhereButExamples(contract: Contract, visit: Visit): Finding[] {
  return everywhere(contract, (node, path) => (path.some(isExamples) ? [] : visit(node, path)));
}

export const isExamples = (key: string | number) => key === "examples" || key === "example";
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
