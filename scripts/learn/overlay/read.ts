import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isObject } from "../../contract.ts";
import { type Change, createDependencyCheck } from "../facts/fact.ts";
import { readTarget } from "./change.ts";
import { type Action, factIdOf, type Overlay } from "./write.ts";

/** A change of a review document, with its action. */
export interface ReviewedChange extends Change {
  action: Action;
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
    const { target, update, remove } = Object(action) as Action;
    const place = readTarget(`${target}`);
    if (!place || (place.selector && remove !== true))
      throw new Error(`Action ${index + 1} of ${file} has a target that may match several nodes.`);
    const { path, selector = true } = place;
    return { action, path, ...(remove === true ? { remove: selector } : update !== undefined && { update }) };
  });
}

const isRejected = ({ action }: ReviewedChange) => action["x-decision"] === "rejected";

/**
 * Selects accepted names, names with the same words, and facts of known operations, without the rejected ones. With
 * `includeClosest`, it also selects undecided names that are only the closest.
 */
export function selectDecided(changes: readonly ReviewedChange[], includeClosest: boolean): ReviewedChange[] {
  const isUndecided = ({ action }: ReviewedChange) =>
    action["x-match"]?.by === "closest" && action["x-decision"] === undefined && !includeClosest;
  const leftOutIds = new Set(
    changes.filter((change) => isRejected(change) || isUndecided(change)).map(({ action }) => factIdOf(action)),
  );
  const isLeftOut = ({ action }: ReviewedChange) => leftOutIds.has(factIdOf(action));
  const isDependent = createDependencyCheck(changes.filter(isLeftOut));
  return changes.filter((change) => !isLeftOut(change) && !isDependent(change));
}

/**
 * Selects the changes of these facts and, for an operation, of the facts about it that aren't rejected.
 * @throws an error for an id that no fact has.
 */
export function selectFacts(changes: readonly ReviewedChange[], ids: readonly string[]): ReviewedChange[] {
  const missingId = ids.find((id) => !changes.some(({ action }) => factIdOf(action) === id));
  if (missingId) throw new Error(`No fact has the id ${missingId}.`);
  const isSelected = ({ action }: ReviewedChange) => ids.includes(factIdOf(action));
  const isPart = createDependencyCheck(changes.filter(isSelected));
  const isInRejected = createDependencyCheck(changes.filter(isRejected));
  return changes.filter(
    (change) => isSelected(change) || (isPart(change) && !isRejected(change) && !isInRejected(change)),
  );
}
