import { isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import type { Json } from "../../contract/document.ts";
import { toKebabCase } from "../../contract/words.ts";

/** The items of a list that equal a text, or whose field equals it. */
export interface Selector {
  field?: string;
  text: string;
}

/** A change of the contract at a path. */
export interface Change {
  path: Path;
  /** Merged into the value at the path. */
  update?: Json;
  /** Removes the value, or the items of the list at the path. */
  remove?: true | Selector;
}

/** A fact that traffic shows. */
export interface Fact {
  /** The same for the same fact in every run. It contains no value. */
  id: string;
  /** The evidence for the fact, a sentence. */
  evidence: string;
  changes: Change[];
  /** The name of a new operation, if the fact is one. */
  match?: NameMatch;
  /** The facts about parts of what it adds that share its action: a line for each id. */
  parts?: Record<string, string>;
  /** The decision of the review. */
  decision?: "accepted" | "rejected";
}

export interface NameMatch {
  by: "same words" | "closest" | "given";
  name: string;
  /** The next best names, best first. */
  rivals: string[];
}

/** Returns the changes that remove answered unknowns from a node. */
export const answerUnknowns = (path: Path, ids: readonly string[]): Change[] =>
  ids.map((id) => ({ path: [...path, "x-not-shown", id], remove: true }));

/** Returns the id of the fact that an operation has a name. */
export const nameIdOf = (operationId: string, method: string, path: string): string =>
  `${toKebabCase(operationId)}--${toKebabCase(`${method} ${path}`)}`;

const silentKeys = new Set("paths components schemas responses content application/json schema properties".split(" "));

/**
 * Returns the id of a fact about a place, which is the same before and after its operation is in the contract. The name
 * of a field keeps its punctuation, which distinguishes `owner_name` from `ownerName`.
 */
export function placeIdOf(path: Path, name?: string): string {
  const place = toKebabCase(path.filter((key) => !silentKeys.has(`${key}`)).join("-"));
  if (name === undefined) return place;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/[\s,]+/g, "-");
  return `${place}-${words.toLowerCase()}`;
}

/** Returns the path of the only node that a change adds, by the keys of its update, or else the change's path. */
export function addedPathOf({ path, update }: Change): Path {
  if (!isObject(update)) return path;
  const names = Object.keys(update);
  const [key, ...otherNames] = names.length > 1 ? names.filter((name) => !/^(required|x-observed)$/.test(name)) : names;
  const value = key === undefined ? undefined : update[key];
  return key !== undefined && otherNames.length === 0 && isObject(value)
    ? addedPathOf({ path: [...path, key], update: value as Json })
    : path;
}

/** Selects some facts, and the facts about parts of the contract that only these would add. */
export function selectWithParts(facts: readonly Fact[], isSelected: (fact: Fact) => boolean): Fact[] {
  const changes = facts.filter(isSelected).flatMap((fact) => fact.changes);
  const additions = changes.flatMap((change) => {
    const place = addedPathOf(change);
    return place.length > change.path.length ? [place] : [];
  });
  const isAdded = ({ path }: Change) =>
    additions.some((place) => place.every((key, index) => `${path[index]}` === `${key}`));
  return facts.filter((fact) => isSelected(fact) || fact.changes.some(isAdded));
}

/** Leaves out some facts, and facts about parts that only these would add. */
export function leaveOut(facts: readonly Fact[], isLeftOut: (fact: Fact) => boolean): Fact[] {
  const excludedFacts = new Set(selectWithParts(facts, isLeftOut));
  return facts.filter((fact) => !excludedFacts.has(fact));
}

const isRejected = ({ decision }: Fact) => decision === "rejected";

/**
 * Selects accepted names, names with the same words, and facts of known operations, without the rejected ones. With
 * `includeClosest`, it also selects undecided names that are only the closest.
 */
export function selectDecided(facts: readonly Fact[], includeClosest: boolean): Fact[] {
  const isUndecided = ({ match, decision }: Fact) => match?.by === "closest" && !decision && !includeClosest;
  return leaveOut(facts, (fact) => isRejected(fact) || isUndecided(fact));
}

/**
 * Selects the facts with these ids and, for an operation, the facts about it that aren't rejected.
 * @throws an error for an id that no fact has, or that is a part's.
 */
export function selectFacts(facts: readonly Fact[], ids: readonly string[]): Fact[] {
  for (const id of ids) {
    const owner = facts.find(({ parts = {} }) => id in parts);
    if (owner) throw new Error(`${id} is a part of ${owner.id}: give that id, or reject the parts that are wrong.`);
  }
  checkIds(facts, ids);
  const isSelected = ({ id }: Fact) => ids.includes(id);
  const openFacts = leaveOut(facts, isRejected);
  return selectWithParts(facts, isSelected).filter((fact) => isSelected(fact) || openFacts.includes(fact));
}

/** @throws an error for an id that neither a fact nor a part of one has. */
export function checkIds(facts: readonly Fact[], ids: readonly string[]): void {
  const missingId = ids.find((id) => !facts.some((fact) => fact.id === id || id in (fact.parts ?? {})));
  if (missingId) throw new Error(`No fact has the id ${missingId}.`);
}
