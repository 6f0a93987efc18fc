import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../contract.ts";
import { type Change, dependentOn } from "../facts/fact.ts";
import { readPath } from "./change.ts";
import type { Action, Overlay } from "./write.ts";

export interface ReviewedChange extends Change {
  /** The ids of the facts that it belongs to. */
  facts: string[];
  /** Whether it is a name that is only the closest. */
  isClosest: boolean;
  decision?: Action["x-decision"];
}

/** Reads a review document. */
export function readDocument(file: string): Overlay {
  const overlay: unknown = parse(readFileSync(file, "utf8"));
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"])) {
    throw new Error(`${file} is not an OpenAPI Overlay.`);
  }
  return overlay as unknown as Overlay;
}

/** The changes of a review document, in their state after the review. */
export function readOverlay(file: string): ReviewedChange[] {
  return readDocument(file).actions.map((action, index): ReviewedChange => {
    const { target, update, remove, ...more } = Object(action) as Action;
    const path = readPath(`${target}`);
    if (!path) throw new Error(`Action ${index + 1} of ${file} has a target that may match several nodes.`);
    const { "x-expects": expects, "x-decision": decision } = more;
    return {
      path,
      facts: Object.keys(more["x-facts"] ?? {}),
      isClosest: more["x-match"]?.by === "closest",
      ...(decision !== undefined && { decision }),
      ...(remove === true ? { remove } : update !== undefined && { update }),
      ...(expects !== undefined && { expects }),
    };
  });
}

/** The changes that are applied without a choice: those of the same words, of known operations, and those accepted. */
export function decided(changes: readonly ReviewedChange[], all: boolean): ReviewedChange[] {
  const isLeftOut = ({ isClosest, decision }: ReviewedChange) =>
    decision === "rejected" || (isClosest && decision === undefined && !all);
  const leftOut = new Set(changes.flatMap((change) => (isLeftOut(change) ? change.facts : [])));
  const isOut = ({ facts }: ReviewedChange) => facts.some((id) => leftOut.has(id));
  const isDependent = dependentOn(changes.filter(isOut));
  return changes.filter((change) => !isOut(change) && !isDependent(change));
}

/**
 * The changes of these facts alone, and with an operation all that isn't rejected of it. An id may also be one of an
 * unknown that a fact answers.
 */
export function only(changes: readonly ReviewedChange[], ids: readonly string[]): ReviewedChange[] {
  const known = new Set(changes.flatMap(({ facts }) => facts));
  const missing = ids.find((id) => !known.has(id));
  if (missing) throw new Error(`No fact has the id ${missing}.`);
  const isChosen = ({ facts }: ReviewedChange) => facts.length > 0 && facts.every((fact) => ids.includes(fact));
  const isPart = dependentOn(changes.filter(isChosen));
  const rejected = changes.filter(({ decision }) => decision === "rejected");
  const isRejected = dependentOn(rejected);
  return changes.filter(
    (change) => isChosen(change) || (isPart(change) && !rejected.includes(change) && !isRejected(change)),
  );
}
