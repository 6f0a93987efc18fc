import { memoizeByRef } from "./cache.ts";
import { asObject, isObject } from "./json.ts";
import { nodes, reachableObjects } from "./nodes.ts";
import { pointerOf } from "./pointer.ts";

export interface Unknown {
  /** Stable: it names the same unknown in every version of the contract. */
  id: string;
  /** A noun phrase, printed after "Unknown: ". */
  description: string;
  /** The place in the contract, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** An entry of a node's `x-not-shown`. */
export type UnknownEntry = readonly [id: string, description: string];

export function unknownsAt(node: unknown): UnknownEntry[] {
  const entries = isObject(node) ? node["x-not-shown"] : undefined;
  return isObject(entries) ? Object.entries(entries as Record<string, string>) : [];
}

/** Returns the ids of the unknowns of a node and of all that it contains, references followed. */
export const unknownIdsOf = (document: object, node: unknown): string[] =>
  reachableObjects(document, node).flatMap((part) => unknownsAt(part).map(([id]) => id));

export const unknowns = memoizeByRef((document: object): Unknown[] =>
  nodes(document).flatMap(({ node, path }) => {
    const pointer = pointerOf(path);
    return unknownsAt(node).map(([id, description]) => ({ id, description, pointer }));
  }),
);

/** The id of the unknown that listed fields can be absent or null. */
export const presenceId = "field-presence";

export const isPresenceUnknown = (document: object): boolean =>
  presenceId in asObject(asObject(document)["x-not-shown"]);
