import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../contract.ts";
import { type Change, createDependencyCheck } from "../facts/fact.ts";
import { readPath } from "./change.ts";
import type { Action, Overlay } from "./write.ts";

export interface ReviewedChange extends Change {
  /** The ids of the facts to which the change belongs. */
  facts: string[];
  /** Whether the change adds a name that is only the closest. */
  isClosest: boolean;
  decision?: Action["x-decision"];
}

/** Reads a review document. */
export function readDocument(file: string): Overlay {
  const overlay: unknown = parse(readFileSync(file, "utf8"));
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"])) {
    throw new Error(`${file} isn't an OpenAPI Overlay 1.x: give a review document.`);
  }
  return overlay as unknown as Overlay;
}

/** Reads the changes of a review document, with the decisions of the review. */
export function readOverlay(file: string): ReviewedChange[] {
  return readDocument(file).actions.map((action, index): ReviewedChange => {
    const { target, update, remove, ...extensions } = Object(action) as Action;
    const path = readPath(`${target}`);
    if (!path) throw new Error(`Action ${index + 1} of ${file} has a target that may match several nodes.`);
    const { "x-expects": expects, "x-decision": decision } = extensions;
    return {
      path,
      facts: Object.keys(extensions["x-facts"] ?? {}),
      isClosest: extensions["x-match"]?.by === "closest",
      ...(decision !== undefined && { decision }),
      ...(remove === true ? { remove } : update !== undefined && { update }),
      ...(expects !== undefined && { expects }),
    };
  });
}

/** Selects accepted names, names with the same words, and facts of known operations, without the rejected ones. */
export function selectDecided(changes: readonly ReviewedChange[], includeClosest: boolean): ReviewedChange[] {
  const isLeftOut = ({ isClosest, decision }: ReviewedChange) =>
    decision === "rejected" || (isClosest && decision === undefined && !includeClosest);
  const leftOutIds = new Set(changes.flatMap((change) => (isLeftOut(change) ? change.facts : [])));
  const isOut = ({ facts }: ReviewedChange) => facts.some((id) => leftOutIds.has(id));
  const isDependent = createDependencyCheck(changes.filter(isOut));
  return changes.filter((change) => !isOut(change) && !isDependent(change));
}

/**
 * Selects the changes of these facts and, for an operation, of the facts about it that aren't rejected. A fact that
 * answers an unknown may have its id.
 */
export function selectFacts(changes: readonly ReviewedChange[], ids: readonly string[]): ReviewedChange[] {
  const knownIds = new Set(changes.flatMap(({ facts }) => facts));
  const unknownId = ids.find((id) => !knownIds.has(id));
  if (unknownId) throw new Error(`No fact has the id ${unknownId}.`);
  const isSelected = ({ facts }: ReviewedChange) => facts.length > 0 && facts.every((fact) => ids.includes(fact));
  const isPart = createDependencyCheck(changes.filter(isSelected));
  const rejectedChanges = changes.filter(({ decision }) => decision === "rejected");
  const isRejected = createDependencyCheck(rejectedChanges);
  return changes.filter(
    (change) => isSelected(change) || (isPart(change) && !rejectedChanges.includes(change) && !isRejected(change)),
  );
}
