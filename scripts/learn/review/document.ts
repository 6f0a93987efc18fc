import { existsSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Document, isCollection, parseDocument, visit } from "yaml";
import { readText } from "../../../src/commands/files.ts";
import { asList, asObject, isObject, type JsonObject } from "../../../src/openapi/json.ts";
import { type Contract, type Json, parseYaml } from "../../contract/document.ts";
import { readTarget, renderTarget } from "../apply/change.ts";
import type { Fact, NameMatch } from "../fact/fact.ts";
import type { LearnedFacts } from "../fact/learn.ts";
import { isByHand, type ListedPath, readPaths } from "../path/list.ts";
import { groupFacts } from "./groups.ts";

/** A review: paths and facts with their decisions. */
export interface Review {
  paths: ListedPath[];
  /** How often names were withheld at each place. */
  withheldCounts: { place: string; kind: string; count: number }[];
  facts: Fact[];
}

/** An action of the Overlay: a change, with its fact. The first action of a fact has all that is known of it. */
interface Action {
  target: string;
  update?: Json;
  remove?: true;
  /** The id of the fact and its evidence, then those of its parts. */
  "x-facts": Record<string, string>;
  "x-match"?: NameMatch;
  "x-decision"?: NonNullable<Fact["decision"]>;
}

function readOverlay(file: string): JsonObject {
  const overlay: unknown = parseYaml(readText(file, "Give the review document that `npm run learn` wrote."), file);
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"]))
    throw new Error(`${file} isn't an OpenAPI Overlay 1.x: give a review document.`);
  return overlay;
}

/**
 * Reads a review document: an OpenAPI Overlay whose targets have the form that `renderTarget` gives them. Actions may be
 * written by hand.
 */
export function readReview(file: string): Review {
  const overlay: JsonObject = readOverlay(file);
  const facts = new Map<string, Fact>();
  for (const [index, action] of asList(overlay["actions"]).entries()) {
    const { target, update, remove, "x-match": match, "x-decision": decision } = asObject(action) as unknown as Action;
    const place = readTarget(`${target}`);
    if (!place || (place.selector && remove !== true))
      throw new Error(`Action ${index + 1} of ${file} needs the path of one node, such as $.paths["/agents"].`);
    const { path, selector = true } = place;
    const [[id, evidence], ...parts] = factsOf(action);
    const fact: Fact = facts.get(id) ?? { id, evidence, changes: [] };
    fact.changes.push({ path, ...(remove === true ? { remove: selector } : update !== undefined && { update }) });
    if (parts.length > 0) fact.parts = Object.fromEntries(parts);
    facts.set(id, Object.assign(fact, match && { match }, decision && { decision }));
  }
  return {
    paths: (overlay["x-paths"] ?? []) as unknown as ListedPath[],
    withheldCounts: (overlay["x-withheld"] ?? []) as unknown as Review["withheldCounts"],
    facts: [...facts.values()],
  };
}

/** Reads the list of paths in the review document of an earlier run, if there is one, and whether it has decisions. */
export function readEarlierReview(file: string): { list: ListedPath[]; hasDecisions: boolean } {
  const overlay: JsonObject = existsSync(file) ? readOverlay(file) : {};
  const hasDecisions = asList(overlay["actions"]).some((action) => "x-decision" in asObject(action));
  return { list: readPaths(overlay["x-paths"], file), hasDecisions };
}

/** Returns the ids and the evidence in an action; empty ones for an action that was written by hand. */
function factsOf(action: unknown): [[id: string, evidence: string], ...[string, string][]] {
  const [fact = ["", ""], ...parts] = Object.entries(asObject(asObject(action)["x-facts"]) as Action["x-facts"]);
  return [fact, ...parts];
}

/**
 * Opens a review document for decisions. `save` writes the decisions, the new names and the removed parts of its review
 * into it. All else stays, such as notes by hand, also those that are written meanwhile.
 */
export function openReview(file: string): { review: Review; save(): void } {
  const review = readReview(file);
  let savedIds = review.facts.map(({ id }) => id);
  let savedText = readText(file);
  let document = parseDocument(savedText);

  function save(): void {
    const text = readText(file);
    // Parsing takes longest, and few people edit a document while they review it.
    if (text !== savedText) document = parseDocument(text);
    const actions = document.toJS().actions as Action[];
    const ids = actions.map((action) => factsOf(action)[0][0]);
    for (const [position, fact] of review.facts.entries()) {
      const index = ids.indexOf(savedIds[position] ?? fact.id);
      const [action] = actionsOf(fact);
      if (index < 0 || !action || !fact.decision) continue;
      document.setIn(["actions", index, "x-decision"], action["x-decision"]);
      for (const key of ["update", "x-facts"] as const)
        if (action[key] !== undefined && !isDeepStrictEqual(actions[index]?.[key], action[key]))
          document.setIn(["actions", index, key], document.createNode(action[key]));
    }
    savedIds = review.facts.map(({ id }) => id);
    savedText = document.toString(layout);
    writeFileSync(file, savedText);
  }

  return { review, save };
}

/** Writes the list of paths into a review document. */
export function savePaths(file: string, paths: readonly ListedPath[]): void {
  const document = parseDocument(readText(file));
  document.set("x-paths", document.createNode(paths));
  writeFileSync(file, document.toString(layout));
}

const heading = ` The paths and the facts that recorded traffic shows and the contract doesn't contain.

 x-paths is yours: edit, merge, split or delete templates, answer {?}, give a \`name\` of the index, and learn again from
 the same traffic. A value that isn't in \`found\` is yours, and takes every text that no other path has as a word.

 actions: first the closest names, then the others. \`x-facts\` has the id of each fact.
   npm run learn -- --review FILE                 decide in the terminal, operation by operation
   npm run learn -- --apply FILE                  apply accepted facts, names with the same words, and facts of known operations
   npm run learn -- --reject FILE --only ID,ID    note facts, so that they aren't proposed again`;

const layout = { lineWidth: 160, flowCollectionPadding: false };

/** The greatest length of a collection on one line, in characters. */
const maxLineLength = 105;

/** Renders the review document: an Overlay 1.1. Descriptions are added when it's applied. */
export function renderReview(
  contract: Contract,
  learnedFacts: LearnedFacts,
  contractName: string,
  list: readonly ListedPath[] = [],
): string {
  const { facts, withheldNames } = learnedFacts;
  const paths = pathsOf(learnedFacts, list);
  const withheldCounts = withheldNames.map(({ place, kind, count }) => ({ place, kind, count }));
  const overlay = {
    ...(paths.length > 0 && { "x-paths": paths }),
    overlay: "1.1.0",
    info: { title: "Facts that traffic shows and the contract doesn't contain", version: contract.info.version },
    extends: contractName,
    ...(withheldCounts.length > 0 && { "x-withheld": withheldCounts }),
    actions: groupFacts(facts).flatMap(actionsOf),
  };
  const document = new Document(overlay, { aliasDuplicateObjects: false });
  document.commentBefore = heading;
  const pathNodes = document.get("x-paths");
  if (isCollection(pathNodes)) for (const entry of pathNodes.items) if (isCollection(entry)) entry.flow = true;
  visit(document, {
    Collection(_, node, ancestors) {
      if (ancestors.length < 5 || !isCollection(node) || JSON.stringify(node).length > maxLineLength) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString(layout);
}

/** Lists the paths that the contract doesn't have, and those that the maintainer decided. */
function pathsOf({ templates }: LearnedFacts, list: readonly ListedPath[]): ListedPath[] {
  const seenPaths = templates.flatMap((template): ListedPath[] => {
    const { isKnown, values, endpoint, method, path, ...details } = template;
    return isKnown ? [] : [{ method, path, exchanges: endpoint.count, ...details }];
  });
  const isSeen = ({ method, path }: ListedPath) =>
    seenPaths.some((entry) => entry.method === method && entry.path === path);
  const unseenPaths = list.flatMap((entry) => (isSeen(entry) || !isByHand(entry) ? [] : { ...entry, exchanges: 0 }));
  const keyOf = ({ method, path }: ListedPath) => `${path} ${method}`;
  return [...seenPaths, ...unseenPaths].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const actionsOf = ({ id, evidence, changes, parts, match, decision }: Fact): Action[] =>
  changes.map((change, index) => ({
    target: renderTarget(change),
    ...(change.remove ? { remove: true } : { update: change.update ?? {} }),
    "x-facts": { [id]: index === 0 ? evidence : "Part of this fact.", ...(index === 0 && parts) },
    ...(index === 0 && { ...(match && { "x-match": match }), ...(decision && { "x-decision": decision }) }),
  }));
