import { isObject, type JsonObject } from "../../src/openapi/json.ts";
import { type UnknownEntry, unknownsAt } from "../../src/openapi/unknowns.ts";
import { countNoun } from "../../src/openapi/words.ts";
import type { Contract, Observed } from "./document.ts";

const renderUnknowns = (entries: UnknownEntry[]): string =>
  entries.map(([, description]) => `Unknown: ${description}.`).join(" ");

/**
 * Copies a contract. Each description gets the unknowns of its object, in the form that `print`
 * gives them. A document has no description: `info` gets the unknowns of the API as a whole.
 */
export function describeUnknowns(contract: Contract, print = renderUnknowns): Contract {
  const { description: unknown, ...copy } = extendDescriptions<Contract & { description?: string }>(
    contract,
    (part) => print(unknownsAt(part)),
  );
  if (!unknown) return copy;
  const description = [copy.info.description, unknown].filter(Boolean).join("\n\n");
  return { ...copy, info: { ...copy.info, description } };
}

/** Copies a node. Each description gets the evidence that its object has in `x-observed`. */
export const describeObserved = <Node>(node: Node): Node =>
  extendDescriptions(node, ({ "x-observed": evidence }) => {
    if (!isObject(evidence)) return "";
    const { source, exchanges, first, last } = evidence as unknown as Observed;
    const days =
      first && last ? (first === last ? `, on ${first}` : `, from ${first} to ${last}`) : "";
    return `Observed in ${countNoun(exchanges, "exchange")} (${source})${days}.`;
  });

/**
 * Copies a node. Each description gets the text that `textOf` returns for its object, if that isn't
 * empty.
 */
function extendDescriptions<Node>(
  node: Node,
  textOf: (part: Record<string, unknown>) => string,
): Node {
  if (Array.isArray(node)) return node.map((item) => extendDescriptions(item, textOf)) as Node;
  if (!isObject(node)) return node;
  const copy = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, extendDescriptions(value, textOf)]),
  );
  const text = textOf(node);
  if (text !== "") copy["description"] = [copy["description"], text].filter(Boolean).join(" ");
  return copy as Node;
}

/** Returns the description of a part of the contract; empty without one. */
export const descriptionOf = (part: { readonly node?: JsonObject | undefined } | undefined) =>
  `${part?.node?.["description"] ?? ""}`;
