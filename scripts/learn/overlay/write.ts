import { Document, isCollection, visit } from "yaml";
import type { Contract, Json } from "../../contract.ts";
import type { LearnedFacts } from "../facts/learn.ts";
import { renderTarget } from "./change.ts";

export interface Action {
  target: string;
  update?: Json;
  remove?: true;
  /** The fact to which the action belongs: its id and its evidence. */
  "x-facts": Record<string, string>;
  /** How the name of an operation was matched, and the next best names. */
  "x-match"?: { by: "same words" | "closest"; rivals: string[] };
  /** The decision of the review. */
  "x-decision"?: "accepted" | "rejected";
}

/** Returns the id of the fact to which an action belongs. */
export const factIdOf = (action: Action): string => Object.keys(action["x-facts"] ?? {})[0] ?? "";

export interface Overlay {
  overlay: "1.1.0";
  info: { title: string; version: string };
  extends: string;
  /** The number of withheld names at each place. */
  "x-withheld"?: { place: string; kind: string; count: number }[];
  actions: Action[];
}

/** Returns the review document: an Overlay 1.1 with actions for each fact. Descriptions are added when it's applied. */
export function overlayOf(
  contract: Contract,
  { facts, withheldNames }: Pick<LearnedFacts, "facts" | "withheldNames">,
  contractName: string,
): Overlay {
  const actions = facts.flatMap(({ id, evidence, changes, candidate }) =>
    changes.map((change, index): Action => {
      return {
        target: renderTarget(change),
        ...(change.remove ? { remove: true } : { update: change.update ?? {} }),
        "x-facts": { [id]: index === 0 ? evidence : "Part of this fact." },
        ...(candidate && {
          "x-match": {
            by: candidate.hasSameWords ? "same words" : "closest",
            rivals: candidate.rivals.map(({ name }) => name),
          },
        }),
      };
    }),
  );
  return {
    overlay: "1.1.0",
    info: { title: "Facts that traffic shows and the contract doesn't contain", version: contract.info.version },
    extends: contractName,
    ...(withheldNames.length > 0 && {
      "x-withheld": withheldNames.map(({ place, kind, names }) => ({ place, kind, count: names.length })),
    }),
    actions,
  };
}

const heading = ` The facts that recorded traffic shows: first the closest names, then the others. \`x-facts\` has the id of each fact.
   npm run learn -- --review FILE                 decide in the terminal, operation by operation
   npm run learn -- --apply FILE                  apply accepted facts, names with the same words, and facts of known operations
   npm run learn -- --reject FILE --only ID,ID    note facts, so that they aren't proposed again`;

/** The greatest length of a collection on one line, in characters. */
const maxLineLength = 105;

export function renderOverlay(overlay: Overlay): string {
  const document = new Document(overlay, { aliasDuplicateObjects: false });
  document.commentBefore = heading;
  visit(document.get("actions") as never, {
    Collection(_, node, ancestors) {
      if (ancestors.length < 3 || !isCollection(node) || JSON.stringify(node).length > maxLineLength) return undefined;
      node.flow = true;
      return visit.SKIP;
    },
  });
  return document.toString({ lineWidth: 140, flowCollectionPadding: false });
}
