import { type Contract, escapeKey, once } from "./document.ts";
import { isObject } from "./json.ts";
import { nodes } from "./nodes.ts";

export interface Unknown {
  id: string;
  /** A noun phrase. Whoever prints it puts the word "Unknown" before it. */
  description: string;
  /** Where the contract marks it, as a JSON pointer; empty for the API as a whole. */
  pointer: string;
}

/** What a node marks as unknown: noun phrases by id. */
export function marksOf(node: unknown): [id: string, description: string][] {
  const marks = isObject(node) ? node["x-not-shown"] : undefined;
  return isObject(marks) ? Object.entries(marks as Record<string, string>) : [];
}

/** Every marked unknown, in the contract's order. */
export const unknowns = once((contract: Contract): Unknown[] =>
  nodes(contract).flatMap(({ node, path }) => {
    const pointer = path.map((key) => `/${escapeKey(key)}`).join("");
    return marksOf(node).map(([id, description]) => ({ id, description, pointer }));
  }),
);

/** An unknown in plain text. */
export const unknownSentence = (_id: string, description: string): string => `Unknown: ${description}.`;

/** A copy whose descriptions also name the unknowns marked beside them, each in the form that `print` gives it. */
export function describeUnknowns<Node>(node: Node, print = unknownSentence): Node {
  if (Array.isArray(node)) return node.map((item) => describeUnknowns(item, print)) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describeUnknowns(value, print)]));
  const marks = marksOf(node).map(([id, description]) => print(id, description));
  if (marks.length > 0) copy["description"] = [copy["description"], ...marks].filter(Boolean).join(" ");
  return copy as Node;
}
