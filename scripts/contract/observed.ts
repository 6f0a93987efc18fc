import type { Observed } from "./document.ts";
import { isObject } from "./json.ts";

/** Describes the evidence of an observed fact in a sentence. */
export function observedSentence({ source, exchanges, first, last }: Observed): string {
  const days = first && last ? (first === last ? `, on ${first}` : `, from ${first} to ${last}`) : "";
  return `Observed in ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"} (${source})${days}.`;
}

/** Copies a node. Each description gets the evidence that its object has in `x-observed`. */
export function describeObserved<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(describeObserved) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describeObserved(value)]));
  const evidence = node["x-observed"];
  if (isObject(evidence)) {
    copy["description"] = [copy["description"], observedSentence(evidence as unknown as Observed)]
      .filter(Boolean)
      .join(" ");
  }
  return copy as Node;
}
