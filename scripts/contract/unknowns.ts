import { type Mark, marksOf } from "../../src/openapi/nodes.ts";
import type { Contract } from "./document.ts";
import { isObject } from "./json.ts";

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
