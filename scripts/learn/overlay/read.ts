import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject, type Json } from "../../contract.ts";
import type { Change } from "../facts/fact.ts";
import { readPath } from "./change.ts";
import type { Overlay } from "./write.ts";

export interface ReviewedChange extends Change {
  /** The ids of the facts that it belongs to. */
  facts: string[];
  /** Whether it is a name that is only the closest. */
  isClosest: boolean;
  decision?: "accepted" | "rejected";
  needsAll: boolean;
}

/** Reads a review document. */
export function readDocument(file: string): Overlay {
  const overlay: unknown = parse(readFileSync(file, "utf8"));
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"])) {
    throw new Error(`${file} is not an OpenAPI Overlay.`);
  }
  return overlay as unknown as Overlay;
}

/** The changes of a review document, as they are in it after the review. */
export function readOverlay(file: string): ReviewedChange[] {
  return readDocument(file).actions.map((action: unknown, index): ReviewedChange => {
    const { target, update, remove, ...more } = Object(action) as Record<string, Json>;
    const at = readPath(`${target}`);
    if (!at) throw new Error(`Action ${index + 1} of ${file} has a target that may match several nodes.`);
    const expects = more["x-expects"];
    return {
      at,
      facts: [more["x-facts"] ?? []].flat() as string[],
      isClosest: Object(more["x-match"]).by === "closest",
      needsAll: more["x-needs-all"] === true,
      ...(more["x-decision"] !== undefined && { decision: more["x-decision"] as "accepted" | "rejected" }),
      ...(remove === true ? { remove } : { update: update as Json }),
      ...(expects !== undefined && { expects }),
    };
  });
}

/** The changes that are applied without a choice: those of the same words, of known operations, and those accepted. */
export function decided(changes: readonly ReviewedChange[], all: boolean): ReviewedChange[] {
  const left = new Set(
    changes.flatMap(({ facts, isClosest, decision }) =>
      decision === "rejected" || (isClosest && decision === undefined && !all) ? facts : [],
    ),
  );
  return changes.filter(({ facts, needsAll }) => !facts.some((id) => left.has(id)) && !(needsAll && left.size > 0));
}

/** Those that belong to these facts alone. An id may also be one of an unknown that a fact answers. */
export function only(changes: readonly ReviewedChange[], ids: readonly string[]): ReviewedChange[] {
  const known = new Set(changes.flatMap(({ facts }) => facts));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw new Error(`No fact has the id ${missing}.`);
  return changes.filter(({ facts }) => facts.length > 0 && facts.every((fact) => ids.includes(fact)));
}
