import { cachePerDocument } from "../../src/openapi/cache.ts";
import { pointerOf } from "../../src/openapi/pointer.ts";
import type { Contract } from "./document.ts";
import { isObject } from "./json.ts";
import { nodes } from "./nodes.ts";

export interface Unknown {
  id: string;
  /** A noun phrase. Whoever prints it puts the word "Unknown" before it. */
  description: string;
  /** The place in the contract, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** An unknown at its node: its id, and the noun phrase. */
export type Mark = readonly [id: string, description: string];

/** Returns the unknowns of a node. */
export function marksOf(node: unknown): Mark[] {
  const marks = isObject(node) ? node["x-not-shown"] : undefined;
  return isObject(marks) ? Object.entries(marks as Record<string, string>) : [];
}

/** Lists every unknown, in the contract's order. */
export const unknowns = cachePerDocument((contract: Contract): Unknown[] =>
  nodes(contract).flatMap(({ node, path }) => {
    const pointer = pointerOf(path);
    return marksOf(node).map(([id, description]) => ({ id, description, pointer }));
  }),
);

/** Writes unknowns in plain text. */
export const unknownSentences = (marks: Mark[]): string =>
  marks.map(([, description]) => `Unknown: ${description}.`).join(" ");

/** Copies a node. Each description gets the unknowns of its object, in the form that `print` gives them. */
export function describeUnknowns<Node>(node: Node, print = unknownSentences): Node {
  if (Array.isArray(node)) return node.map((item) => describeUnknowns(item, print)) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describeUnknowns(value, print)]));
  const marks = marksOf(node);
  if (marks.length > 0) copy["description"] = [copy["description"], print(marks)].filter(Boolean).join(" ");
  return copy as Node;
}

/** Returns whether the contract leaves open if listed fields can be absent or null. */
export const isPresenceUnknown = ({ "x-not-shown": marks = {} }: Contract): boolean => "field-presence" in marks;
