import { type Contract, type IndexRow, readContract } from "../../scripts/contract/document.ts";
import { parsePointer } from "../../src/openapi/pointer.ts";

/** Edits a copy of the contract. */
export function contractWith(edit: (contract: Contract) => void): Contract {
  const contract = structuredClone(readContract());
  edit(contract);
  return contract;
}

/** Values by JSON pointer: each is set in the contract, and `undefined` is removed from it. */
export type Edits = Readonly<Record<string, unknown>>;

export function applyEdits(contract: object, edits: Edits): void {
  for (const [pointer, value] of Object.entries(edits)) {
    const keys = parsePointer(pointer);
    const last = keys.pop() ?? "";
    let node = contract as Record<string, unknown>;
    for (const key of keys) {
      node[key] ??= {};
      node = node[key] as Record<string, unknown>;
    }
    if (value === undefined) delete node[last];
    else node[last] = structuredClone(value);
  }
}

/** Adds an operation to an area of the index. */
export function addToIndex(contract: Contract, area: string, row: IndexRow): void {
  contract["x-operation-index"][area] = [...(contract["x-operation-index"][area] ?? []), row];
}

/** Returns the object at a path of keys. Throws if there is no object. */
export function objectAt(node: unknown, ...path: (string | number)[]): Record<string, unknown> {
  const target = path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    node,
  );
  if (typeof target !== "object" || target === null)
    throw new Error(`There is no object at ${path.join("/")}.`);
  return target as Record<string, unknown>;
}

export const tokens = ["paths", "/api/v2/tokens", "get"] as const;
export const relay = ["paths", "/api/v2/webhookRelay/{type}", "get"] as const;
