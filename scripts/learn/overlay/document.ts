import { existsSync, writeFileSync } from "node:fs";
import { Document, isCollection, parse, parseDocument, visit } from "yaml";
import { type Contract, isObject, type Json } from "../../contract.ts";
import { readText } from "../../tools/file.ts";
import type { Fact, NameMatch } from "../facts/fact.ts";
import type { LearnedFacts } from "../facts/learn.ts";
import { readTarget, renderTarget } from "./change.ts";

/** A review: facts with their decisions. */
export interface Review {
  /** The number of withheld names at each place. */
  withheldCounts: { place: string; kind: string; count: number }[];
  facts: Fact[];
}

/** An action of the Overlay: a change, with its fact. The first action of a fact has all that is known of it. */
interface Action {
  target: string;
  update?: Json;
  remove?: true;
  /** The id of the fact, and its evidence. */
  "x-facts": Record<string, string>;
  "x-match"?: NameMatch;
  "x-decision"?: NonNullable<Fact["decision"]>;
}

/**
 * Reads a review document: an OpenAPI Overlay whose targets have the form that `renderTarget` gives them. Actions may be
 * written by hand.
 */
export function readReview(file: string): Review {
  const overlay: unknown = parse(readText(file, "Give the review document that `npm run learn` wrote."));
  if (!isObject(overlay) || !/^1\./.test(`${overlay["overlay"]}`) || !Array.isArray(overlay["actions"])) {
    throw new Error(`${file} isn't an OpenAPI Overlay 1.x: give a review document.`);
  }
  const facts = new Map<string, Fact>();
  for (const [index, action] of overlay["actions"].entries()) {
    const { target, update, remove, "x-match": match, "x-decision": decision } = Object(action) as Action;
    const place = readTarget(`${target}`);
    if (!place || (place.selector && remove !== true))
      throw new Error(`Action ${index + 1} of ${file} needs the path of one node, such as $.paths["/agents"].`);
    const { path, selector = true } = place;
    const [id, evidence] = factOf(action);
    const fact: Fact = facts.get(id) ?? { id, evidence, changes: [] };
    fact.changes.push({ path, ...(remove === true ? { remove: selector } : update !== undefined && { update }) });
    facts.set(id, Object.assign(fact, match && { match }, decision && { decision }));
  }
  return {
    withheldCounts: (overlay["x-withheld"] ?? []) as unknown as Review["withheldCounts"],
    facts: [...facts.values()],
  };
}

/** Returns whether a file exists and is a review document with decisions. */
export const hasDecisions = (file: string): boolean =>
  existsSync(file) && readReview(file).facts.some(({ decision }) => decision !== undefined);

/** Returns the id and the evidence in an action; empty for an action that was written by hand. */
function factOf(action: unknown): [id: string, evidence: string] {
  const [[id, evidence] = ["", ""]] = Object.entries(Object(Object(action)["x-facts"]) as Action["x-facts"]);
  return [id, evidence];
}

/**
 * Writes the decisions and the new names of a review into its document. All else stays, such as notes by hand.
 * @param lastIds The ids of the facts in the document, which are those before the last new name.
 */
export function saveReview(file: string, { facts }: Review, lastIds: readonly string[]): void {
  const document = parseDocument(readText(file));
  const ids = (document.toJS().actions as unknown[]).map((action) => factOf(action)[0]);
  for (const [position, fact] of facts.entries()) {
    const lastId = lastIds[position] ?? fact.id;
    const index = ids.indexOf(lastId);
    const [action] = actionsOf(fact);
    if (index < 0 || !action || !fact.decision) continue;
    const { update, "x-facts": evidences, "x-decision": decision } = action;
    document.setIn(["actions", index, "x-decision"], decision);
    if (lastId === fact.id) continue;
    document.setIn(["actions", index, "update"], document.createNode(update));
    document.setIn(["actions", index, "x-facts"], document.createNode(evidences));
  }
  writeFileSync(file, document.toString(layout));
}

const heading = ` The facts that recorded traffic shows: first the closest names, then the others. \`x-facts\` has the id of each fact.
   npm run learn -- --review FILE                 decide in the terminal, operation by operation
   npm run learn -- --apply FILE                  apply accepted facts, names with the same words, and facts of known operations
   npm run learn -- --reject FILE --only ID,ID    note facts, so that they aren't proposed again`;

const layout = { lineWidth: 140, flowCollectionPadding: false };

/** The greatest length of a collection on one line, in characters. */
const maxLineLength = 105;

/** Renders the review document: an Overlay 1.1 with actions for each fact. Descriptions are added when it's applied. */
export function renderReview(contract: Contract, { facts, withheldNames }: LearnedFacts, contractName: string): string {
  const withheldCounts = withheldNames.map(({ place, kind, names }) => ({ place, kind, count: names.length }));
  const overlay = {
    overlay: "1.1.0",
    info: { title: "Facts that traffic shows and the contract doesn't contain", version: contract.info.version },
    extends: contractName,
    ...(withheldCounts.length > 0 && { "x-withheld": withheldCounts }),
    actions: facts.flatMap(actionsOf),
  };
  const document = new Document(overlay, { aliasDuplicateObjects: false });
  document.commentBefore = heading;
  visit(document.get("actions") as never, {
    Collection(_, node, ancestors) {
      if (ancestors.length < 3 || !isCollection(node) || JSON.stringify(node).length > maxLineLength) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString(layout);
}

const actionsOf = ({ id, evidence, changes, match, decision }: Fact): Action[] =>
  changes.map((change, index) => ({
    target: renderTarget(change),
    ...(change.remove ? { remove: true } : { update: change.update ?? {} }),
    "x-facts": { [id]: index === 0 ? evidence : "Part of this fact." },
    ...(index === 0 && { ...(match && { "x-match": match }), ...(decision && { "x-decision": decision }) }),
  }));
