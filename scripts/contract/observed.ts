import type { Observed } from "./document.ts";
import { isObject } from "./json.ts";

/** The evidence of a fact that was observed, as a sentence. */
export function observedSentence({ source, exchanges, first, last }: Observed): string {
  const days = first && last ? (first === last ? `, on ${first}` : `, from ${first} to ${last}`) : "";
  return `Observed in ${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"} (${source})${days}.`;
}

/** A copy whose descriptions also tell the evidence beside them. */
export function describeObserved<Node>(node: Node): Node {
  if (Array.isArray(node)) return node.map(describeObserved) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, describeObserved(value)]));
  const observed = node["x-observed"];
  if (isObject(observed)) {
    copy["description"] = [copy["description"], observedSentence(observed as unknown as Observed)]
      .filter(Boolean)
      .join(" ");
  }
  return copy as Node;
}
